// Looks at Plotly's maps, which are images, in every frame: when are all of them new, and were they ever gone?
{
  const send = WebSocket.prototype.send;
  let sentAt = 0;
  WebSocket.prototype.send = function (...parts) {
    sentAt ||= performance.now();
    return send.apply(this, parts);
  };

  const seen = maps => [...document.querySelectorAll(maps)].map(map => map.getAttribute('href') ?? map.getAttribute('xlink:href') ?? '');

  window.watchMaps = maps =>
    new Promise(done => {
      const before = new Set(seen(maps));
      let blank = 0, longest = 0;
      const begin = event => {
        for (const kind of ['keydown', 'click']) removeEventListener(kind, begin, true);
        const start = event.timeStamp;
        let last = start;
        sentAt = 0;
        const look = () => {
          const now = performance.now();
          longest = Math.max(longest, now - last);
          last = now;
          const images = seen(maps);
          if (images.length < before.size || images.includes('')) blank += 1;
          else if (!images.some(image => before.has(image))) return done({ms: now - start, sent_ms: now - sentAt, blank, longest});
          requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      };
      for (const kind of ['keydown', 'click']) addEventListener(kind, begin, true);
    });
}
