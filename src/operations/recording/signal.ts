const BEEPS = [0, 0.35, 0.7];

/** Three tones and a vibration for a person at a running mixer; silent on devices that can do or allow neither. */
export function signal() {
  navigator.vibrate?.([400, 200, 400]);
  if (typeof AudioContext === 'undefined') return;
  const context = new AudioContext();
  for (const at of BEEPS) {
    const tone = context.createOscillator();
    tone.frequency.value = 880;
    tone.connect(context.destination);
    tone.start(context.currentTime + at);
    tone.stop(context.currentTime + at + 0.2);
  }
  setTimeout(() => void context.close(), 2000);
}
