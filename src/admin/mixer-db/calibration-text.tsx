import { useQuery } from '@tanstack/react-query';
import { Truncated } from '#src/core/ui/truncated.tsx';
import { readCalibration } from '#src/domain/calibration/calibration.ts';

/** The encrypted value in one line. It isn't stored after it leaves the screen. */
export function CalibrationText({ encrypted }: { encrypted: string | null }) {
  const { data } = useQuery({ queryKey: ['calibration', encrypted], queryFn: () => readCalibration(encrypted), gcTime: 0 });
  return data ? <Truncated text={data.text} at={45} /> : null;
}
