import { CameraOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Tooltip, Upload } from 'antd'
import { useState, type ReactNode } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import { PreviewDialog } from '../business/web/PreviewDialog.web.tsx'
import { PhotoTool } from '../camera/PhotoTool.web.tsx'
import { extensionOf } from './names.ts'
import { AT, type Attachment } from './send.web.ts'
import { unfinished, words } from './upload-rules.ts'
import { useUnfinished, useUploads, type Uploads, type UploadsOf } from './uploads.web.ts'
import { Cards, Grid, Lines, OnTheWay, Pictures } from './UploadLists.web.tsx'
import './uploader.css'

/** How files are shown. Source: platform.md 2 (file uploader). */
export type ListType = 'text' | 'picture' | 'picture-card' | 'picture-img' | 'thumbnail' | 'grid' | 'diy' | 'empty'
interface UploaderProps extends UploadsOf {
  listType?: ListType
  /** nothing can be added, removed or renamed */
  readOnly?: boolean
  /** the uploader's name for those who do not see it */
  label?: string
  /** words on the button */
  button?: string
  /** the list of type `diy` */
  children?: (u: Uploads) => ReactNode
}
/** What the photo tool makes beside PDF. */
const PHOTOS = ['jpg', 'jpeg', 'png']
const CARDS: readonly ListType[] = ['picture-card', 'thumbnail']
/** Lists that open the photo tool: those that show their files themselves. */
const WITH_CAMERA: readonly ListType[] = ['text', 'picture', 'picture-card', 'picture-img', 'thumbnail', 'grid']

/** Files of a business: add (button, drop, paste), see, save, rename, order, remove; large ones in pieces that can be paused and resumed. */
export function Uploader({ listType = 'text', readOnly = false, label, button, children, ...o }: UploaderProps) {
  const { say } = useSay()
  const u = useUploads({ ...o, listless: listType === 'empty' })
  const [preview, setPreview] = useState<Attachment>()
  const [over, setOver] = useState(false)
  const [photos, setPhotos] = useState(false)
  const { data } = useUnfinished(!!o.slice && !readOnly)
  const fits = (name: string) => !o.accept?.length || o.accept.includes(extensionOf(name))
  const stopped = (data?.uploads ?? []).filter((s) => fits(s.attachName) && !u.sending.some((x) => x.name === s.attachName))
  const card = CARDS.includes(listType)
  const take = (list: FileList | null | undefined) => {
    const files = [...(list ?? [])]
    if (files.length && !readOnly && u.mayAdd) void u.add(files)
    return files.length > 0
  }
  const accept = o.accept?.flatMap((t) => (t === 'jpg' ? ['.jpg', '.jpeg'] : [`.${t}`])).join(',')
  const adder = !readOnly && (
    <Upload
      showUploadList={false}
      multiple
      {...(accept ? { accept } : {})}
      disabled={!u.mayAdd}
      beforeUpload={(file, all) => {
        // told once for each file of a choice; taken together with the first
        if (file === all[0]) void u.add(all)
        return false
      }}
    >
      {card ? (
        <button type="button" className="uploader-add" disabled={!u.mayAdd} aria-label={label ?? say(words.upload)} title={say(words.dropHere)}>
          <PlusOutlined />
          <span>{button ?? say(words.upload)}</span>
        </button>
      ) : (
        <Button size="small" icon={<UploadOutlined />} disabled={!u.mayAdd} title={say(words.dropHere)} aria-label={label ?? say(words.upload)}>
          {button ?? say(words.upload)}
        </Button>
      )}
    </Upload>
  )
  const pictured = u.files.some((a) => PHOTOS.includes(extensionOf(a.name)))
  const camera =
    WITH_CAMERA.includes(listType) && (readOnly ? pictured : u.mayAdd && (!o.accept?.length || o.accept.some((t) => [...PHOTOS, 'pdf'].includes(t))))
  const shooter = camera && (
    <Tooltip title={say(words.camera)}>
      <Button size="small" icon={<CameraOutlined />} aria-label={label ? `${say(words.camera)} ${label}` : say(words.camera)} onClick={() => setPhotos(true)} />
    </Tooltip>
  )
  const props = { u, readOnly, onShow: setPreview }
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: paste and drop are a second way; the button is the first */}
      <div
        className={over ? 'uploader uploader-over' : 'uploader'}
        onPaste={(e) => {
          if (take(e.clipboardData.files)) e.preventDefault()
        }}
        onDragOver={(e) => {
          if (!e.dataTransfer.types.includes('Files')) return
          e.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(e) => {
          setOver(false)
          if (!e.dataTransfer.files.length) return
          e.preventDefault()
          take(e.dataTransfer.files)
        }}
      >
        {stopped.map((s) => (
          <Alert key={s.attachMd5} type="info" showIcon style={{ marginBottom: 8 }} title={say(unfinished(s.attachName, s.percentage))} />
        ))}
        {listType === 'grid' ? (
          <Grid
            {...props}
            adder={
              <Flex gap={4}>
                {adder}
                {shooter}
              </Flex>
            }
            loading={u.isLoading}
          />
        ) : card ? (
          <>
            <Cards {...props} small={listType === 'thumbnail'} adder={adder} />
            {shooter}
          </>
        ) : (
          <Flex vertical gap={4} align="stretch">
            {listType === 'diy' && children?.(u)}
            {listType === 'picture-img' && <Pictures {...props} />}
            {(listType === 'text' || listType === 'picture') && <Lines {...props} pictures={listType === 'picture'} />}
            <Flex gap={4}>
              {adder}
              {shooter}
            </Flex>
          </Flex>
        )}
        <OnTheWay u={u} />
        {preview && <PreviewDialog path={`${AT}/preview`} query={{ id: preview.id }} title={preview.name} onClose={() => setPreview(undefined)} />}
      </div>
      {/* outside of the list: what is dropped or pasted there is not meant for it */}
      {photos && o.businessId && (
        <PhotoTool {...o} businessId={o.businessId} readOnly={readOnly} onChange={() => o.onChange?.()} onClose={() => setPhotos(false)} />
      )}
    </>
  )
}
