import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { useGate } from '#engine/ui/gate/gate.ts';
import { Link } from '#engine/ui/link/link.tsx';
import { Tag } from '#engine/ui/tag/tag.tsx';
import { useTexts } from '#engine/ui/texts.ts';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { useFormats } from '../use-formats.ts';
import styles from './welcome.module.css';

function Welcome(props: BlockComponentProps<'welcome'>) {
  return (
    <div className={styles['welcome']}>{props.loggedIn ? <Member {...props} /> : <Visitor {...props} />}</div>
  );
}

function Visitor({ loginTo, registerTo, texts }: BlockComponentProps<'welcome'>) {
  const { space } = useTexts().marks;
  return (
    <>
      <p className={styles['greeting']}>
        {texts.greeting}
        {space}
        {texts.site}
      </p>
      <p className={styles['note']}>{texts.invite}</p>
      <div className={styles['actions']}>
        <Button variant="primary" block to={loginTo}>
          {texts.login}
        </Button>
        {registerTo !== undefined && (
          <Button block to={registerTo}>
            {texts.register}
          </Button>
        )}
      </div>
    </>
  );
}

function Member({ company, passed, points, shortcuts, texts }: BlockComponentProps<'welcome'>) {
  const formats = useFormats();
  return (
    <>
      <p className={styles['note']}>{texts.member}</p>
      <p className={styles['company']} title={company}>
        {company}
      </p>
      <p className={styles['marks']}>
        {passed === 1 ? <Tag tone="success">{texts.passed}</Tag> : <Waiting text={texts.waiting} />}
        {points !== undefined && (
          <span className={styles['note']}>{fill(texts.points, { n: formats.number(points) })}</span>
        )}
      </p>
      <ul className={styles['shortcuts']}>
        {shortcuts.map(({ text, to }) => (
          <li key={text}>
            <Link to={to} className={styles['shortcut']}>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}

/** The state of the review, and the way to more about it. */
function Waiting({ text }: { text: string }) {
  const way = useGate()?.link;
  const tag = <Tag tone="warning">{text}</Tag>;
  return way ? (
    <Link to={way.to} title={way.text}>
      {tag}
    </Link>
  ) : (
    tag
  );
}

export default defineBlock('welcome', Welcome);
