/** The part of the browser's barcode detector that is used; TypeScript doesn't know it. */
interface Detector {
  detect(picture: HTMLVideoElement): Promise<readonly { rawValue: string }[]>;
}
type DetectorClass = new (options: { formats: readonly string[] }) => Detector;

const findDetector = () => (globalThis as { BarcodeDetector?: DetectorClass }).BarcodeDetector;

/** True if the browser detects codes and may have a camera. */
export const canScan = (): boolean => findDetector() !== undefined && navigator.mediaDevices !== undefined;

/** Milliseconds between two pictures. */
const INTERVAL = 200;

/** Shows the camera in `video` and returns the first QR code in its picture; null after an abort. Rejects without a camera. */
export async function scanCode(video: HTMLVideoElement, signal: AbortSignal): Promise<string | null> {
  const DetectorOfCodes = findDetector();
  if (!DetectorOfCodes) return null;
  const detector = new DetectorOfCodes({ formats: ['qr_code'] });
  const stream = await navigator.mediaDevices.getUserMedia({ video: { facingMode: 'environment' } });
  try {
    if (signal.aborted) return null;
    video.srcObject = stream;
    await video.play();
    while (!signal.aborted) {
      const [code] = await detector.detect(video);
      if (code) return signal.aborted ? null : code.rawValue;
      await new Promise((resolve) => setTimeout(resolve, INTERVAL));
    }
    return null;
  } finally {
    for (const track of stream.getTracks()) track.stop();
  }
}
