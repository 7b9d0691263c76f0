import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { DescriptionList } from '#engine/ui/description-list/description-list.tsx';
import { Gallery } from '#engine/ui/gallery/gallery.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Panel } from '#engine/ui/panel/panel.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { Table } from '#engine/ui/table/table.tsx';
import { Tag } from '#engine/ui/tag/tag.tsx';
import { useAddToCart } from '../use-add-to-cart.ts';
import { BuyBar } from './buy-bar.tsx';
import styles from './goods-detail.module.css';
import { Offer } from './offer.tsx';

type Props = BlockComponentProps<'goods-detail'>;

/** One good, whole: pictures and offer in the first view, then facts, batches and the leaflet. */
function GoodsDetail(props: Props) {
  const { goods, texts, on } = props;
  const buying = useAddToCart(goods, on.add);
  return (
    <article>
      <div className={styles['page']}>
        <div className={styles['first']}>
          <Gallery images={goods.images} name={goods.name} label={texts.gallery} />
          <Offer {...props} buying={buying} />
        </div>
        <Panel title={texts.facts}>
          <DescriptionList items={factsOf(props)} columns={3} />
        </Panel>
        {goods.batches.length > 0 && (
          <Panel title={texts.batches} flush>
            <Table
              caption={texts.batches}
              rows={goods.batches}
              rowKey={(batch) => batch.batch_number}
              columns={[
                {
                  key: 'number',
                  header: texts.batchNumber,
                  render: (batch) => <BatchNumber batch={batch} words={texts.report} />,
                },
                { key: 'made', header: texts.made, render: (batch) => batch.made },
                {
                  key: 'expires',
                  header: texts.expires,
                  render: (batch) => (
                    <span className={styles['expires']}>
                      {batch.expires}
                      {batch.near_expiry && <Tag tone="warning">{texts.nearExpiry}</Tag>}
                    </span>
                  ),
                },
                {
                  key: 'stock',
                  header: texts.batchStock,
                  align: 'end',
                  render: (batch) => (batch.number === null ? '—' : `${batch.number} ${goods.bzdw}`),
                },
              ]}
            />
          </Panel>
        )}
        <Panel title={texts.manual}>
          <div className={styles['manual']}>
            {goods.manual.map(({ title, text }) => (
              <section key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </section>
            ))}
            <p className={styles['note']}>{texts.manualNote}</p>
          </div>
        </Panel>
      </div>
      {goods.is_buy === 1 && <BuyBar goods={goods} texts={texts} buying={buying} />}
    </article>
  );
}

/** A batch, and the inspection report that came with it. */
function BatchNumber({ batch, words }: { batch: Props['goods']['batches'][number]; words: string }) {
  return (
    <span>
      {batch.batch_number}
      {batch.report && (
        <Link to={batch.report} newTab tone="text" className={styles['report']}>
          {words}
        </Link>
      )}
    </span>
  );
}

/** Name and value of every fact that the good has. */
function factsOf({ goods, texts }: Props): { term: string; value: string }[] {
  const facts: [string, string | null][] = [
    [texts.generic, goods.generic_name],
    [texts.sccj, goods.sccj],
    [texts.ypgg, goods.ypgg],
    [texts.dosageForm, goods.dosage_form],
    [texts.origin, goods.origin],
    [texts.grade, goods.grade],
    [texts.standard, goods.standard],
    [texts.deviceClass, goods.device_class],
    [texts.approval, goods.approval_number],
    [texts.mah, goods.mah],
    [texts.barcode, goods.barcode],
    [texts.code, goods.code],
    [texts.scope, goods.scope],
    [texts.storage, goods.storage],
    [texts.expires, goods.expires],
  ];
  return facts.flatMap(([term, value]) => (value ? [{ term, value }] : []));
}

function Loading() {
  return (
    <div className={styles['page']}>
      <div className={styles['first']}>
        <Skeleton width="100%" height="26rem" />
        <Skeleton width="100%" height="26rem" />
      </div>
      <Skeleton width="100%" height="10rem" />
    </div>
  );
}

export default defineBlock('goods-detail', GoodsDetail, { Loading });
