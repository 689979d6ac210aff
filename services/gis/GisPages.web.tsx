import { useState } from 'react'
import { both as w } from '../../kit/model/lang.ts'
import { defaultCommands, type ToolCommand } from '../../kit/web/commands.web.tsx'
import { columnsOf } from '../../kit/web/ResourceTable.web.tsx'
import { ResourcesContext, useSay } from '../../kit/web/words.web.ts'
import { ResourcePage } from '../../platform/list/ResourcePage.web.tsx'
import { SecretForm } from '../../platform/parts/SecretForm.web.tsx'
import { sizeText } from '../files/uploader/upload-rules.ts'
import { gis_layer, gis_service } from './gis.ts'
import { image_config, image_log } from './image.ts'
import { UploadPicture } from './UploadPicture.web.tsx'

/** Services of other offices; the key is written only. Source: screens.md G2. */
export const ServicePage = () => (
  <ResourcePage regionTree={false} of={gis_service} form={(p) => <SecretForm {...p} secret={{ name: 'key', label: w('密钥', 'Key') }} />} />
)
/** Layers of the map. Source: screens.md G2. */
export const LayerPage = () => (
  <ResourcesContext value={{ gis_service, image_log }}>
    <ResourcePage regionTree={false} of={gis_layer} />
  </ResourcesContext>
)
/** How pictures may be uploaded. Source: screens.md G3. */
export const ImageConfigPage = () => <ResourcePage regionTree={false} of={image_config} />

const { row, tool } = defaultCommands(image_log)
const upload = w('上传影像', 'Upload a picture')
/** What became of uploads; pictures are sent here. Source: screens.md G3. */
export function ImageLogPage() {
  const [done, setDone] = useState<() => void>()
  const { lang } = useSay()
  const columns = columnsOf(image_log, lang).map((c) => (c.key === 'fileSize' ? { ...c, render: (v: unknown) => (v === null ? '' : sizeText(Number(v))) } : c))
  const send: ToolCommand = { key: 'upload', label: upload, perm: 'image_log_add', run: (_, t) => setDone(() => () => void t.reload()) }
  return (
    <>
      <ResourcePage of={image_log} rowCommands={[row.view, row.edit, row.delete]} toolCommands={[send, tool.delete]} columns={columns} />
      {done && <UploadPicture onClose={() => setDone(undefined)} onDone={done} />}
    </>
  )
}
