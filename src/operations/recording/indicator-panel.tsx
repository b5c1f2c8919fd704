import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SCALE_DRIVERS, type ScaleDriver } from '#common/scale/line.ts';
import { useStore } from '#src/core/api/store.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { useWeightUnit } from '#src/domain/plan/weight-unit.ts';
import { indicator, readIndicator } from './indicator.ts';
import { acceptUnit, connect, disconnect, keepSettings, readSettings, resume, serial } from './indicator-port.ts';
import classes from './scale.module.css';

const BAUD_RATES = [1200, 2400, 4800, 9600, 19_200, 38_400, 57_600, 115_200];
/** Milliseconds without a weight after which the indicator counts as silent. */
const SILENT = 4000;

/** The state of the indicator in one line, and the choices before it is connected. */
export function IndicatorPanel({ showsWeight = false }: { showsWeight?: boolean }) {
  const { t } = useTranslation('pages');
  const { status } = useStore(indicator);
  useEffect(() => void resume(), []);
  if (!serial()) return <Text className={classes.sentence}>{t('pages:scale.unsupported')}</Text>;
  return (
    <div className={classes.panel} data-indicator={status}>
      <IndicatorState showsWeight={showsWeight} />
      {status === 'connected' || status === 'lost' ? (
        <Button variant="subtle" size="compact-md" onClick={() => void disconnect()}>
          {t('pages:scale.disconnect')}
        </Button>
      ) : (
        <Connection isBusy={status === 'connecting'} />
      )}
    </div>
  );
}

/** True if the connected indicator has sent no weight for a while, and the present weight. */
function usePresentWeight() {
  const [present, setPresent] = useState<{ kg: number | undefined; isSilent: boolean }>({ kg: undefined, isSilent: false });
  useEffect(() => {
    const beat = setInterval(() => {
      const { readAt } = indicator.get();
      setPresent({ kg: readIndicator(), isSilent: readAt !== null && performance.now() - readAt > SILENT });
    }, 250);
    return () => clearInterval(beat);
  }, []);
  return present;
}

function IndicatorState({ showsWeight }: { showsWeight: boolean }) {
  const { t } = useTranslation('pages');
  const format = useFormat();
  const unit = useWeightUnit();
  const { status, fault, faults } = useStore(indicator);
  const { kg, isSilent } = usePresentWeight();
  if (status === 'lost') return <Problem text={t('pages:scale.lost')} />;
  if (status === 'failed') return <Problem text={t('pages:scale.failed')} />;
  if (status !== 'connected') return <Text>{t('pages:scale.not_connected')}</Text>;
  if (fault === 'changed')
    return (
      <Group gap="xs">
        <Problem text={t('pages:scale.changed')} />
        <Button size="compact-md" onClick={acceptUnit}>
          {t('pages:scale.accept_unit')}
        </Button>
      </Group>
    );
  if (fault === 'error') return <Problem text={t('pages:scale.error')} />;
  if (isSilent) return <Problem text={t('pages:scale.silent')} />;
  return (
    <Text>
      {t('pages:scale.connected')}
      {showsWeight && kg !== undefined && ` · ${format.value('weight', kg)}\u00a0${unit}`}
      {faults > 0 && ` · ${t('pages:scale.faults', { shown: format.value('count', faults) })}`}
    </Text>
  );
}

const Problem = ({ text }: { text: string }) => (
  <Text role="alert" className={classes.problem}>
    {text}
  </Text>
);

/** The format and speed of the indicator, and the button that connects it. */
function Connection({ isBusy }: { isBusy: boolean }) {
  const { t } = useTranslation('pages');
  const [settings, setSettings] = useState(readSettings);
  const choose = (changes: Partial<typeof settings>) => {
    const next = { ...settings, ...changes };
    setSettings(next);
    keepSettings(next);
  };
  return (
    <Group gap="xs" align="end">
      <NativeSelect
        label={t('pages:scale.driver')}
        data={SCALE_DRIVERS.map((value) => ({ value, label: t(`pages:scale.${value}`) }))}
        value={settings.driver}
        onChange={({ currentTarget }) => choose({ driver: currentTarget.value as ScaleDriver })}
      />
      <NativeSelect
        label={t('pages:scale.baud')}
        data={BAUD_RATES.map(String)}
        value={String(settings.baud)}
        onChange={({ currentTarget }) => choose({ baud: Number(currentTarget.value) })}
      />
      <Button size="md" loading={isBusy} onClick={() => void connect()}>
        {t('pages:scale.connect')}
      </Button>
    </Group>
  );
}
