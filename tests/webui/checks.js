(() => {
  // A few checks of accessibility, computed from the page as it is drawn.
  const wrong = [];
  const visible = (element) => {
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    return box.width > 0 && box.height > 0 && style.visibility !== "hidden" && style.display !== "none";
  };
  const describe = (element) => element.tagName.toLowerCase() + "." + (element.getAttribute("class") || "") + " " + (element.textContent || "").trim().slice(0, 30);

  if (document.querySelectorAll("h1").length !== 1) wrong.push("h1: " + document.querySelectorAll("h1").length);
  if (!document.documentElement.lang) wrong.push("no language");
  if (document.documentElement.scrollWidth > document.documentElement.clientWidth + 1) wrong.push("wider than the screen: " + document.documentElement.scrollWidth);

  const ids = Array.from(document.querySelectorAll("[id]")).map((element) => element.id);
  ids.filter((id, k) => ids.indexOf(id) !== k).forEach((id) => wrong.push("id twice: " + id));

  document.querySelectorAll("button, a[href], [role=button], input, select").forEach((element) => {
    if (!visible(element)) return;
    const label = element.getAttribute("aria-label") || element.textContent.trim() || element.getAttribute("alt")
      || (element.labels && element.labels.length && element.labels[0].textContent.trim());
    if (!label) wrong.push("no name: " + describe(element));
    if (element.getAttribute("role") === "button" && element.getAttribute("tabindex") !== "0") wrong.push("no way by keyboard: " + describe(element));
  });
  document.querySelectorAll("img").forEach((element) => { if (!element.hasAttribute("alt")) wrong.push("no alt: " + element.src); });
  document.querySelectorAll("svg[role=img], svg[role=group]").forEach((element) => {
    if (!element.getAttribute("aria-label") && !element.getAttribute("aria-hidden")) wrong.push("no name: svg " + element.getAttribute("class"));
  });

  const channels = (text) => (text.match(/[\d.]+/g) || []).map(Number);
  const luminance = (rgb) => {
    const parts = rgb.slice(0, 3).map((value) => {
      const part = value / 255;
      return part <= 0.03928 ? part / 12.92 : Math.pow((part + 0.055) / 1.055, 2.4);
    });
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2];
  };
  const background = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const rgb = channels(getComputedStyle(at).backgroundColor);
      if (rgb.length === 3 || rgb[3] > 0.95) return rgb;
    }
    return [255, 255, 255];
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const seen = new Set();
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.textContent.trim() || seen.has(element) || element.closest("svg, script, noscript, .unseen, option, :disabled, .is-taken, .light:not(.lit)") || !visible(element)) continue;
    seen.add(element);
    const style = getComputedStyle(element);
    const ink = luminance(channels(style.color));
    const paper = luminance(background(element));
    const ratio = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05);
    const large = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && Number(style.fontWeight) >= 700);
    if (ratio < (large ? 3 : 4.5)) wrong.push("contrast " + ratio.toFixed(2) + ": " + describe(element));
  }
  return wrong;
})()
