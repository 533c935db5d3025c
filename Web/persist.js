/** What comes after the first frame is fetched until it is there. */

/** What `get` resolves with. While it fails it is called again and again, at once when there is a network. */
export async function persist(get) {
  for (let pause = 1000; ; pause = Math.min(2 * pause, 30000)) {
    const got = await get().catch(() => null); // a body may end early
    if (got) return got;
    let goOn;
    await new Promise(resolve => {
      goOn = resolve;
      setTimeout(goOn, pause);
      window.addEventListener('online', goOn);
    });
    window.removeEventListener('online', goOn);
  }
}

/** The script at a path. A browser may keep the failure of an address, so each try has another. */
export function script(path) {
  let tries = 0;
  return persist(() => {
    tries += 1;
    return import(tries > 1 ? `${path}?${tries}` : path);
  });
}
