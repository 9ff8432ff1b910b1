// The four games by name: each draws its own table.

import * as railroadTiles from "./railroad-tiles.js";

export const games = {
  "railroad-tiles": railroadTiles,
};
