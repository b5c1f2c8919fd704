import { Button } from '@mantine/core';
import { IconQrcode } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { renderSVG } from 'uqr';
import classes from './lot-label.module.css';

interface LotLabelProps {
  /** The own number of the lot, which the code contains. */
  lot: string;
  /** Number, feed, supplier, document and store, separated by dots. */
  title: string;
}

/** Prints the label of a lot: its number as text and as a QR code, for the store and the mixer. */
export function LotLabel({ lot, title }: LotLabelProps) {
  const { t } = useTranslation('pages');
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    if (!printing) return;
    window.print();
    setPrinting(false);
  }, [printing]);
  const [number = lot, ...about] = title.split(' · ');
  return (
    <>
      <Button size="xs" variant="default" leftSection={<IconQrcode size={16} aria-hidden />} onClick={() => setPrinting(true)}>
        {t('pages:lots.label')}
      </Button>
      {printing &&
        createPortal(
          <article className={classes.label} lang={document.documentElement.lang}>
            <img src={`data:image/svg+xml;utf8,${encodeURIComponent(renderSVG(lot, { border: 2 }))}`} alt={lot} />
            <div>
              <h1>{number}</h1>
              {number !== lot && <p>{lot}</p>}
              {about.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </div>
          </article>,
          document.body,
        )}
    </>
  );
}
