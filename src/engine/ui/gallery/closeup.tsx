import { Dialog } from '../dialog/dialog.tsx';
import { PictureViewer } from '../picture-viewer/picture-viewer.tsx';

interface CloseupProps {
  src: string;
  name: string;
  closeText: string;
  onClose: () => void;
}

/** One picture in a dialog, to be looked at closely. */
export default function Closeup({ src, name, closeText, onClose }: CloseupProps) {
  return (
    <Dialog open title={name} size="lg" dismissText={closeText} onClose={onClose}>
      <PictureViewer src={src} alt={name} />
    </Dialog>
  );
}
