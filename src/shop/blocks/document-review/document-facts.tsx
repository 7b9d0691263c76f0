import { Tag } from '#engine/ui/tag/tag.tsx';
import styles from './document-review.module.css';
import { type Item, type Texts, TONES } from './tones.ts';

interface DocumentFactsProps {
  certificate: Item['certificate'];
  earlier: Item['earlier'];
  texts: Texts;
}

const AGES = { '': 'neutral', valid: 'success', expiring: 'warning', expired: 'danger' } as const;

/** What was entered about a document, beside what the one in force says. */
export function DocumentFacts({ certificate, earlier, texts }: DocumentFactsProps) {
  const until = ({ expires }: Item['certificate']) => (expires === '' ? texts.long : expires);
  const rows = [
    { name: texts.number, value: certificate.number, before: earlier?.number },
    { name: texts.issuer, value: certificate.issuer, before: earlier?.issuer },
    { name: texts.issued, value: certificate.issued, before: earlier?.issued },
    { name: texts.expires, value: until(certificate), before: earlier ? until(earlier) : undefined },
  ];
  return (
    <>
      <div className={styles['head']}>
        <h2 className={styles['title']}>{certificate.label}</h2>
        <Tag tone={TONES[certificate.state]}>{certificate.state_text}</Tag>
        {certificate.age_text !== '' && <Tag tone={AGES[certificate.age]}>{certificate.age_text}</Tag>}
      </div>
      {certificate.state === 'rejected' && certificate.reason !== '' && (
        <p className={styles['rejected']}>
          <strong>{texts.reason}：</strong>
          {certificate.reason}
        </p>
      )}
      <table className={styles['facts']}>
        {earlier && (
          <thead>
            <tr>
              <th scope="col">{texts.what}</th>
              <th scope="col">{texts.now}</th>
              <th scope="col">{texts.earlier}</th>
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ name, value, before }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td className={before !== undefined && before !== value ? styles['changed'] : undefined}>
                {value}
              </td>
              {earlier && <td>{before}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
