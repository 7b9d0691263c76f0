import Eye from '@lucide/icons/icons/eye';
import EyeOff from '@lucide/icons/icons/eye-off';
import { useState } from 'react';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import { TextField, type TextFieldProps } from '#engine/ui/text-field/text-field.tsx';

interface PasswordFieldProps extends TextFieldProps {
  showText: string;
  hideText: string;
}

/** A password with a button that shows what was typed. */
export function PasswordField({ showText, hideText, ...field }: PasswordFieldProps) {
  const [shown, setShown] = useState(false);
  return (
    <TextField
      {...field}
      type={shown ? 'text' : 'password'}
      suffix={
        <IconButton
          size="sm"
          label={shown ? hideText : showText}
          icon={shown ? <Icon of={EyeOff} /> : <Icon of={Eye} />}
          onClick={() => setShown(!shown)}
        />
      }
    />
  );
}
