"use strict";

// The board is there once its scripts were understood.

if (!globalThis.twoplayer) document.getElementById("old").hidden = false;
