import { Flyout } from '#ui/flyout/flyout.tsx';
import { Image } from '#ui/image/image.tsx';
import { Link } from '#ui/link/link.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { saveShortcut } from './shortcut.ts';
import styles from './top-bar.module.css';

function TopBar(props: BlockComponentProps<'top-bar'>) {
  const { links, desktopUrl, siteName, codeImage, texts } = props;
  return (
    <div className={styles['bar']}>
      <div className={styles['inner']}>
        <p className={styles['account']}>
          <Account {...props} />
        </p>
        <nav aria-label={texts.label}>
          <ul className={styles['links']}>
            {links.map(({ text, to, hideHere }) => (
              <li key={text} className={hideHere ? styles['elsewhere'] : undefined}>
                <Link to={to} marksCurrent>
                  {text}
                </Link>
              </li>
            ))}
            {desktopUrl !== undefined && (
              <li className={styles['wide']}>
                <button
                  type="button"
                  className={styles['button']}
                  onClick={() => saveShortcut(desktopUrl, siteName ?? desktopUrl)}
                >
                  {texts.desktop}
                </button>
              </li>
            )}
            {codeImage !== undefined && (
              <li className={styles['wide']}>
                <Flyout trigger={texts.code} className={styles['button']}>
                  <Image
                    src={codeImage}
                    alt={texts.code}
                    width={120}
                    height={120}
                    className={styles['code']}
                  />
                  {texts.codeHint}
                </Flyout>
              </li>
            )}
          </ul>
        </nav>
      </div>
    </div>
  );
}

function Account({ loggedIn, company, loginTo, registerTo, texts, on }: BlockComponentProps<'top-bar'>) {
  const { logout } = on;
  if (loggedIn) {
    return (
      <>
        <span className={styles['company']} title={company}>
          {company}
        </span>
        {logout && (
          <button type="button" className={styles['button']} onClick={() => void logout()}>
            {texts.logout}
          </button>
        )}
      </>
    );
  }
  return (
    <>
      <span className={styles['wide']}>{texts.welcome}</span>
      <Link to={loginTo} className={styles['login']}>
        {texts.login}
      </Link>
      {registerTo !== undefined && <Link to={registerTo}>{texts.register}</Link>}
    </>
  );
}

export default defineBlock('top-bar', TopBar);
