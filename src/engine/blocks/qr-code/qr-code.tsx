import { useMemo } from 'react';
import { encode } from 'uqr';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './qr-code.module.css';

/** White modules around the code, without which a camera does not find it. */
const BORDER = 4;

/** The dark modules as one path, row by row. */
function draw(content: string): { side: number; path: string } {
  const { data, size } = encode(content, { border: BORDER });
  const path = data
    .flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
    .join('');
  return { side: size, path };
}

function QrCode({ content, label, size }: BlockComponentProps<'qr-code'>) {
  const { side, path } = useMemo(() => draw(content), [content]);
  return (
    <svg
      className={styles['code']}
      role="img"
      aria-label={label}
      width={size}
      height={size}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path d={path} />
    </svg>
  );
}

export default defineBlock('qr-code', QrCode);
