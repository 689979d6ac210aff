import { CameraOutlined, PlusOutlined, UploadOutlined } from '@ant-design/icons'
import { Alert, Button, Flex, Spin, Tooltip, Upload } from 'antd'
import { Suspense, useContext, useState, type ReactNode } from 'react'
import { useSay } from '../../../kit/web/words.web.ts'
import { Bin } from './Bin.web.tsx'
import { AttachmentPreview } from '../AttachmentPreview.web.tsx'
import { extensionOf } from '../names.ts'
import { PhotoToolContext } from './photo-tool.web.ts'
import type { Attachment } from './send.web.ts'
import { LIST_TYPES, PICTURES, unfinished, words, type ListType } from './upload-rules.ts'
import { OnTheWay } from './UploadActs.web.tsx'
import { Boxes, UploadCards, UploadGrid, UploadLines, UploadPictures } from './UploadLists.web.tsx'
import { useUnfinished, useUploads, type Uploads, type UploadsOf } from './uploads.web.ts'
import './uploader.css'

interface UploaderProps extends UploadsOf {
  listType?: ListType
  /** nothing can be added, removed or renamed */
  readOnly?: boolean
  /** the uploader's name for those who do not see it */
  label?: string
  /** words on the button */
  button?: string
  /** a list of the caller's own in place of the custom one (`diy`) */
  children?: (u: Uploads) => ReactNode
}
/** What the photo tool makes beside PDF. */
const PHOTOS = ['jpg', 'jpeg', 'png']
const CARDS: readonly ListType[] = ['picture-card', 'thumbnail']
/** Lists that open the photo tool: those that show their files themselves. */
const WITH_CAMERA: readonly ListType[] = LIST_TYPES.filter((t) => t !== 'diy' && t !== 'empty')

/** Files of a business: add (button, drop, paste), see, save, rename, order, remove; large ones in chunks that can be paused and resumed. */
export function Uploader({ listType = 'text', readOnly = false, label, button, children, ...given }: UploaderProps) {
  const { say } = useSay()
  // a list of pictures in their own width has no place for anything else
  const o: UploadsOf = listType === 'picture-img' && !given.accept?.length ? { ...given, accept: PICTURES } : given
  const u = useUploads({ ...o, listless: listType === 'empty' })
  const [preview, setPreview] = useState<Attachment>()
  const [over, setOver] = useState(false)
  const [photos, setPhotos] = useState(false)
  const PhotoTool = useContext(PhotoToolContext)
  const { data } = useUnfinished(!!o.slice && !readOnly)
  const fits = (name: string) => !o.accept?.length || o.accept.includes(extensionOf(name))
  const stopped = (data?.uploads ?? []).filter((s) => fits(s.attachName) && !u.sending.some((x) => x.name === s.attachName))
  const card = CARDS.includes(listType)
  const takes = !readOnly && u.may
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
    PhotoTool &&
    WITH_CAMERA.includes(listType) &&
    (readOnly ? pictured : u.mayAdd && (!o.accept?.length || o.accept.some((t) => [...PHOTOS, 'pdf'].includes(t))))
  const shooter = camera && (
    <Tooltip title={say(words.camera)}>
      <Button size="small" icon={<CameraOutlined />} aria-label={label ? `${say(words.camera)} ${label}` : say(words.camera)} onClick={() => setPhotos(true)} />
    </Tooltip>
  )
  const props = { u, readOnly, onShow: setPreview }
  return (
    <>
      {/* paste and drop are a second way; the button is the first */}
      <div
        className={over ? 'uploader uploader-over' : 'uploader'}
        tabIndex={-1}
        onPaste={(e) => {
          const files = [...e.clipboardData.files]
          if (!files.length) return
          e.preventDefault()
          if (takes) void u.add(files)
        }}
        onDragOver={(e) => {
          if (!e.dataTransfer.types.includes('Files')) return
          // what is not taken must not lead the browser away to the file
          e.preventDefault()
          e.dataTransfer.dropEffect = takes ? 'copy' : 'none'
          setOver(takes)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(e) => {
          setOver(false)
          if (!e.dataTransfer.types.includes('Files')) return
          e.preventDefault()
          if (takes) void u.drop(e.dataTransfer)
        }}
      >
        {stopped.map((s) => (
          <Alert
            key={s.attachMd5}
            type="info"
            showIcon
            style={{ marginBottom: 8 }}
            title={say(unfinished(s.attachName, s.percentage))}
            action={
              <Button type="text" size="small" danger aria-label={`${say(words.giveUp)} ${s.attachName}`} onClick={() => void u.giveUp(s)}>
                {say(words.giveUp)}
              </Button>
            }
          />
        ))}
        {listType === 'grid' ? (
          <UploadGrid
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
            <UploadCards {...props} small={listType === 'thumbnail'} adder={adder} />
            {shooter}
          </>
        ) : (
          <Flex vertical gap={4} align="stretch">
            {listType === 'diy' && (children ? children(u) : <Boxes {...props} />)}
            {listType === 'picture-img' && <UploadPictures {...props} />}
            {(listType === 'text' || listType === 'picture') && <UploadLines {...props} pictures={listType === 'picture'} />}
            <Adders of={o} bin={takes}>
              {adder}
              {shooter}
            </Adders>
          </Flex>
        )}
        <OnTheWay u={u} />
      </div>
      {/* outside of the list: what is dropped or pasted there is not meant for it */}
      {preview && <AttachmentPreview of={preview} onClose={() => setPreview(undefined)} />}
      {PhotoTool && photos && o.businessId && (
        <Suspense fallback={<Spin fullscreen />}>
          <PhotoTool {...o} businessId={o.businessId} readOnly={readOnly} onChange={() => o.onChange?.()} onClose={() => setPhotos(false)} />
        </Suspense>
      )}
    </>
  )
}

/** What adds files, and beside it the bin of those that were removed. */
function Adders({ of: { businessId, onChange }, bin, children }: { of: UploadsOf; bin: boolean; children: ReactNode }) {
  return (
    <Flex gap={4}>
      {children}
      {bin && businessId && <Bin businessId={businessId} {...(onChange ? { onChange } : {})} />}
    </Flex>
  )
}
