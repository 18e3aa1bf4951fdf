"use strict";

// The page without a network: what it is made of is kept when it is first opened, and taken from
// there; another version of it replaces this one as a whole.

const MINE = `twoplayer ${registration.scope} `;
const KEPT = `${MINE}{{ version }}`;
const HOME = registration.scope;

addEventListener("install", (event) => {
  const fresh = {{ files|tojson }}.map((file) => new Request(file, { cache: "reload" }));
  skipWaiting();
  event.waitUntil(caches.open(KEPT).then((cache) => cache.addAll(fresh)));
});

addEventListener("activate", (event) => {
  const old = (names) => names.filter((name) => name.startsWith(MINE) && name !== KEPT);
  event.waitUntil(caches.keys().then((names) => Promise.all(old(names).map((name) => caches.delete(name)))));
});

addEventListener("fetch", (event) => {
  const address = event.request.url.split(/[?#]/)[0];
  const wanted = address === `${HOME}index.html` ? HOME : address;
  const found = caches.open(KEPT).then((cache) => cache.match(wanted));
  event.respondWith(found.then((kept) => kept ?? fetch(event.request)));
});
