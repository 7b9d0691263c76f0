import type { ProductDetail } from '#engine/generated/schemas.ts';
import { DescriptionList } from '#engine/ui/description-list/description-list.tsx';
import { Empty } from '#engine/ui/empty/empty.tsx';
import { Gallery } from '#engine/ui/gallery/gallery.tsx';
import { Panel } from '#engine/ui/panel/panel.tsx';
import { Prose } from '#engine/ui/prose/prose.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { TagList } from '#engine/ui/tag/tag-list.tsx';
import { useChoice } from '#engine/ui/use-choice.ts';
import { Amount } from '../amount.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { Buy } from './buy.tsx';
import { Choices } from './choices.tsx';
import { offerOf } from './offer-of.ts';
import styles from './product-detail.module.css';
import { firstVariant, variantsOf } from './variants.ts';

type Props = BlockComponentProps<'product-detail'>;

function ProductDetailBlock(props: Props) {
  const { product, emptyText } = props;
  return product === null ? (
    <Empty title={emptyText} />
  ) : (
    // Another product begins with its own quantity.
    <Whole key={product.id} {...props} product={product} />
  );
}

/** Pictures and offer in the first view, then properties and description. */
function Whole(props: Props & { product: ProductDetail }) {
  const { product, variant: asked, level, lowStock, texts, on } = props;
  const variants = variantsOf(product, texts.variant);
  const [id, choose] = useChoice(asked, (next) => {
    const variant = variants.all.find((one) => one.id === next);
    return variant && on.choose?.({ variant });
  });
  const current = firstVariant(variants, id);
  const offer = offerOf(product, current, lowStock, texts);
  const { name, note, tags, pictures = [], facts = [], html } = product;
  const Name = level === 1 ? 'h1' : 'h2';
  return (
    <article className={styles['page']}>
      <div className={styles['first']}>
        <Gallery
          images={pictures}
          name={name}
          label={texts.gallery}
          shown={current?.picture ?? undefined}
          enlarge={{ text: texts.enlarge, close: texts.close }}
        />
        <div className={styles['offer']}>
          <Name className={styles['name']}>{name}</Name>
          {note && <p className={styles['note']}>{note}</p>}
          <TagList tags={tags} />
          <p className={styles['price']} aria-live="polite">
            <span className={styles['label']}>{texts.price}</span>
            <Amount
              amount={offer.price}
              original={offer.original}
              unit={offer.unit}
              size="lg"
              texts={texts}
            />
          </p>
          <Choices
            variants={variants}
            current={current}
            soldOut={texts.soldOut}
            onChoose={(next) => choose(next.id)}
          />
          {offer.stockText && (
            <p className={styles['stock']}>
              <span className={styles['label']}>{texts.stock}</span>
              {offer.stockText}
            </p>
          )}
          <Buy product={product} variant={current} offer={offer} texts={texts} add={on.add} />
        </div>
      </div>
      {facts.length > 0 && (
        <Panel title={texts.facts} level={level === 1 ? 2 : 3}>
          <DescriptionList items={facts} columns={2} />
        </Panel>
      )}
      {html && (
        <Panel title={texts.description} level={level === 1 ? 2 : 3}>
          <Prose html={html} />
        </Panel>
      )}
    </article>
  );
}

function Loading() {
  return (
    <div className={styles['page']}>
      <div className={styles['first']}>
        <Skeleton ratio={1} />
        <div className={styles['offer']}>
          <Skeleton height="2rem" />
          <Skeleton lines={2} />
          <Skeleton height="5rem" />
          <Skeleton height="var(--control-lg)" />
        </div>
      </div>
      <Skeleton height="8rem" />
    </div>
  );
}

export default defineBlock('product-detail', ProductDetailBlock, { Loading });
