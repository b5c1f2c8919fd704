const EVERY = 5_000;

/** Goes on as soon as the server answers; gives what stops waiting for it. */
export function whenReachable(goOn: () => void): () => void {
  let stopped = false;
  const checkHealth = async () => {
    const answer = await fetch('/healthz', { cache: 'no-store' }).catch(() => null);
    if (stopped || !answer?.ok) return;
    stop();
    goOn();
  };
  const timer = setInterval(checkHealth, EVERY);
  window.addEventListener('online', checkHealth);
  const stop = () => {
    stopped = true;
    clearInterval(timer);
    window.removeEventListener('online', checkHealth);
  };
  return stop;
}
