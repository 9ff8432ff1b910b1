// Pictures to keep: an SVG with its own style inside, or a PNG drawn from it.

function offer(blob, name) {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  document.body.appendChild(link);
  link.click();
  document.body.removeChild(link);
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

async function whole(svg) {
  const css = await (await fetch("/static/drawing.css")).text();
  const style = document.createElementNS("http://www.w3.org/2000/svg", "style");
  style.textContent = css;
  svg.insertBefore(style, svg.firstChild);
  return new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" });
}

export async function keep(svg, name) {
  offer(await whole(svg), name + ".svg");
}

export async function keepPng(svg, name) {
  const address = URL.createObjectURL(await whole(svg));
  const picture = new Image();
  picture.onload = () => {
    const canvas = document.createElement("canvas");
    canvas.width = svg.viewBox.baseVal.width;
    canvas.height = svg.viewBox.baseVal.height;
    canvas.getContext("2d").drawImage(picture, 0, 0);
    URL.revokeObjectURL(address);
    canvas.toBlob((blob) => offer(blob, name + ".png"), "image/png");
  };
  picture.src = address;
}
