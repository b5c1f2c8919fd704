import { useQuery } from '@tanstack/react-query';
import { Truncated } from '#src/core/ui/truncated.tsx';
import { readCalibration } from '#src/domain/calibration/calibration.ts';

/** What came encrypted, in one line. It leaves no trace once it is off the screen. */
export function CalibrationText({ encrypted }: { encrypted: string | null }) {
  const { data } = useQuery({ queryKey: ['calibration', encrypted], queryFn: () => readCalibration(encrypted), gcTime: 0 });
  return data ? <Truncated text={data.text} at={45} /> : null;
}
