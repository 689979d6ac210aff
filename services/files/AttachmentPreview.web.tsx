import { PreviewDialog } from './preview/PreviewDialog.web.tsx'
import { ATTACH_ENDPOINT, type Attachment } from './uploader/send.web.ts'

/** A stored file in a dialog. */
export function AttachmentPreview({ of: a, onClose }: { of: Attachment; onClose(): void }) {
  return <PreviewDialog path={`${ATTACH_ENDPOINT}/preview`} query={{ id: a.id }} title={a.name} size={Number(a.attachSize ?? 0)} onClose={onClose} />
}
