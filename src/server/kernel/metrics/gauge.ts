import { Gauge, type GaugeConfiguration, type Registry } from 'prom-client';

type Settings<Label extends string> = Omit<GaugeConfiguration<Label>, 'registers'> & {
  /** Of several processes each tells the same, of the database: it is not added up. */
  isOfShop?: boolean;
};

/** Registers a figure that is read when it is asked for. */
export function registerGauge<Label extends string>(
  registry: Registry,
  { isOfShop = false, ...settings }: Settings<Label>,
): Gauge<Label> {
  const gauge = new Gauge({ aggregator: isOfShop ? 'max' : 'sum', ...settings, registers: [] });
  registry.registerMetric(gauge);
  return gauge;
}
