import { useState } from 'react';
import { type Region, regionText, regionTree, splitRegion } from '#engine/runtime/regions.ts';
import { FieldGroup } from '#engine/ui/field/field-group.tsx';
import { SelectField } from '#engine/ui/select-field/select-field.tsx';
import type { Texts } from './validate.ts';

interface RegionFieldProps {
  id: string;
  label: string;
  /** 湖北省武汉市江汉区, or empty until the district is chosen. */
  value: string;
  required: boolean;
  error: string | undefined;
  hint: string | undefined;
  texts: Texts;
  onChange: (value: string) => void;
}

const optionsOf = (regions: readonly Region[]) => regions.map(({ name }) => ({ value: name, label: name }));

/** Province, city and district, each chosen from what is in the one before. */
export default function RegionField({
  id,
  label,
  value,
  required,
  error,
  hint,
  texts,
  onChange,
}: RegionFieldProps) {
  const whole = splitRegion(value);
  const [begun, setBegun] = useState<readonly [province: string, city: string]>(['', '']);
  const [province, city, district] = whole ?? [...begun, ''];
  const provinces = regionTree();
  const cities = provinces.find(({ name }) => name === province)?.children ?? [];
  const districts = cities.find(({ name }) => name === city)?.children ?? [];

  const begin = (chosen: readonly [province: string, city: string]) => {
    setBegun(chosen);
    if (value !== '') onChange('');
  };
  /** A province with one city needs no choice of it. */
  const beginProvince = (name: string) => {
    const [only, second] = provinces.find((other) => other.name === name)?.children ?? [];
    begin([name, second === undefined ? (only?.name ?? '') : '']);
  };
  return (
    <FieldGroup {...{ id, label, required, error, hint }}>
      <SelectField
        id={id}
        label={texts.province}
        hideLabel
        placeholder={texts.province}
        value={province}
        options={optionsOf(provinces)}
        autoComplete="address-level1"
        onChange={({ target }) => beginProvince(target.value)}
      />
      <SelectField
        label={texts.city}
        hideLabel
        placeholder={texts.city}
        value={city}
        disabled={cities.length === 0}
        options={optionsOf(cities)}
        autoComplete="address-level2"
        onChange={({ target }) => begin([province, target.value])}
      />
      <SelectField
        label={texts.district}
        hideLabel
        placeholder={texts.district}
        value={district}
        disabled={districts.length === 0}
        options={optionsOf(districts)}
        autoComplete="address-level3"
        onChange={({ target }) => {
          setBegun([province, city]);
          onChange(target.value === '' ? '' : regionText(province, city, target.value));
        }}
      />
    </FieldGroup>
  );
}
