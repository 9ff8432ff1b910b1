// What every page has: the language, and the way in for another phone.

import { byId, h } from "./dom.js";
import { showDialog } from "./dialog.js";
import { get } from "./desk.js";
import { t } from "./words.js";

byId("language").addEventListener("change", (event) => {
  document.cookie = "language=" + event.target.value + "; path=/; max-age=31536000; samesite=strict";
  const here = new URL(window.location.href);
  here.searchParams.delete("lang");
  window.location.replace(here.href);
});

/** The address and its QR code; the code itself is shown only to those who may play. */
export async function wayIn() {
  const told = await get("/api/address");
  const picture = h("div", { class: "qr-holder", role: "img", "aria-label": t("QR code of the page's address") });
  picture.innerHTML = told.svg;
  return [picture, h("p", { class: "address" }, told.address),
    told.code ? h("p", { class: "join-code" }, t("Join code"), " ", h("strong", {}, told.code)) : h("p", { class: "quiet" },
      t("This opens the page to watch. Hold the confirm button at the table to show the join code.")),
    told.code ? null : h("a", { class: "button", href: "/join" }, t("Join the table"))];
}

export async function invite() {
  try {
    showDialog(t("Invite a phone"), await wayIn());
  } catch (error) {
    showDialog(t("Invite a phone"), h("p", { class: "notice wrong" }, error.message));
  }
}

byId("invite").addEventListener("click", invite);

/** The name of a chosen file, in the page's own words and look. */
document.addEventListener("change", (event) => {
  if (event.target.type !== "file") return;
  const name = event.target.parentNode.querySelector(".file-name");
  const file = event.target.files[0];
  if (name) name.textContent = file ? file.name : t("none yet");
});
