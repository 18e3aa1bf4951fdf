"use strict";

// A page in a folder of a web site can be installed, and works without a network. A browser that
// does not let it, or a folder that is opened as files, is as good as the page alone.

if (/^https?:$/.test(location.protocol)) navigator.serviceWorker?.register("service.js").catch(() => null);
