// The four games by name: each draws its own table.

import * as cardGame from "./card-game.js";
import * as newYork from "./new-york.js";
import * as offTheRails from "./off-the-rails.js";
import * as railroadTiles from "./railroad-tiles.js";

export const games = {
  "railroad-tiles": railroadTiles,
  "off-the-rails": offTheRails,
  "ticket-to-ride-new-york": newYork,
  "ticket-to-ride-card-game": cardGame,
};
