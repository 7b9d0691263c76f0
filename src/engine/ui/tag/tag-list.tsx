import styles from './tag.module.css';
import { Tag, type TagTone } from './tag.tsx';

interface TagListProps {
  tags: readonly { text: string; tone?: TagTone }[] | undefined;
}

/** Facts about one thing, side by side; nothing where there are none. */
export function TagList({ tags = [] }: TagListProps) {
  if (tags.length === 0) return null;
  return (
    <p className={styles['list']}>
      {tags.map(({ text, tone }) => (
        <Tag key={text} tone={tone ?? 'neutral'}>
          {text}
        </Tag>
      ))}
    </p>
  );
}
