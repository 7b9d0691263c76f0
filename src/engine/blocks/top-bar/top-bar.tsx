import { cx } from '#engine/ui/cx.ts';
import { Flyout } from '#engine/ui/flyout/flyout.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { Desktop } from './desktop.tsx';
import styles from './top-bar.module.css';

function TopBar(props: BlockComponentProps<'top-bar'>) {
  const { links, desktopUrl, siteName, codeImage, texts, on } = props;
  return (
    <div className={styles['bar']}>
      <div className={styles['inner']}>
        <p className={styles['account']}>
          <Account {...props} />
        </p>
        <nav aria-label={texts.label}>
          <ul className={styles['links']}>
            {links
              .filter(({ show = true }) => show)
              .map(({ text, to, press, hideHere, wide, narrow }) => (
                <li
                  key={text}
                  className={cx(
                    hideHere && styles['elsewhere'],
                    wide && styles['wide'],
                    narrow && styles['narrow'],
                  )}
                >
                  {press === undefined ? (
                    <Link to={to ?? ''} marksCurrent>
                      {text}
                    </Link>
                  ) : (
                    <button
                      type="button"
                      className={styles['button']}
                      onClick={() => void on.press?.({ id: press })}
                    >
                      {text}
                    </button>
                  )}
                </li>
              ))}
            {desktopUrl !== undefined && (
              <li className={styles['wide']}>
                <Desktop url={desktopUrl} name={siteName ?? desktopUrl} texts={texts} />
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
