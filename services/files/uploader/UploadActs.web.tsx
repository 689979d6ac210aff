import {
  CaretRightOutlined,
  CheckOutlined,
  CloseOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EyeOutlined,
  FileExcelOutlined,
  FileImageOutlined,
  FileOutlined,
  FilePdfOutlined,
  FileTextOutlined,
  FileWordOutlined,
  FileZipOutlined,
  PauseOutlined,
  VideoCameraOutlined,
} from '@ant-design/icons'
import { Button, Flex, Input, Progress, Tooltip } from 'antd'
import { useState, type ComponentType, type DragEvent, type KeyboardEvent, type ReactNode } from 'react'
import type { Text } from '../../../kit/model/lang.ts'
import { download } from '../../../kit/web/download.web.ts'
import { phrases } from '../../../kit/web/phrases.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { extensionOf, NAME_MAX, stemOf } from '../names.ts'
import { ATTACH_ENDPOINT, type Attachment } from './send.web.ts'
import { isPicture, sizeText, words } from './upload-rules.ts'
import type { Sending, Uploads } from './uploads.web.ts'
import { isComposing } from '../../../kit/web/day-clock.web.ts'

export interface ListProps {
  u: Uploads
  readOnly: boolean
  onShow(a: Attachment): void
}
interface ActProps {
  icon: ReactNode
  name: Text
  of: string
  danger?: boolean
  onClick(): void
}
/** An icon with its words: what it does, and to which file. */
export function UploadAct({ icon, name, of, danger = false, onClick }: ActProps) {
  const { say } = useSay()
  return (
    <Tooltip title={say(name)}>
      <Button type="text" size="small" danger={danger} icon={icon} aria-label={`${say(name)} ${of}`} onClick={onClick} />
    </Tooltip>
  )
}
const SIGNS: Readonly<Record<string, ComponentType<{ className?: string }>>> = {
  pdf: FilePdfOutlined,
  doc: FileWordOutlined,
  docx: FileWordOutlined,
  xls: FileExcelOutlined,
  xlsx: FileExcelOutlined,
  csv: FileExcelOutlined,
  txt: FileTextOutlined,
  log: FileTextOutlined,
  json: FileTextOutlined,
  xml: FileTextOutlined,
  zip: FileZipOutlined,
  mp4: VideoCameraOutlined,
}
/** The sign of a file's type, where no picture of it is shown. */
export function Sign({ name, className = '' }: { name: string; className?: string }) {
  const Icon = isPicture(name) ? FileImageOutlined : (SIGNS[extensionOf(name)] ?? FileOutlined)
  return <Icon className={className} />
}

const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }
const MARK = 'text/attach'
/** Whether the reader may put files in order. */
export const maySort = ({ u, readOnly }: ListProps): boolean => !readOnly && u.mayRename && u.files.length > 1

/** A file that is dragged onto another takes its place; so it does with Alt and an arrow key, and keeps the focus. */
export function sorting(p: ListProps, a: Attachment) {
  if (!maySort(p)) return {}
  const { u } = p
  return {
    draggable: true,
    onDragStart: (e: DragEvent) => e.dataTransfer.setData(MARK, a.id),
    onDragOver: (e: DragEvent<HTMLElement>) => {
      if (!e.dataTransfer.types.includes(MARK)) return
      e.preventDefault()
      e.currentTarget.dataset.target = ''
    },
    onDragLeave: (e: DragEvent<HTMLElement>) => void delete e.currentTarget.dataset.target,
    onDrop: (e: DragEvent<HTMLElement>) => {
      delete e.currentTarget.dataset.target
      const id = e.dataTransfer.getData(MARK)
      if (!id) return
      e.preventDefault()
      e.stopPropagation()
      void u.move(id, a.id)
    },
    onKeyDown: (e: KeyboardEvent<HTMLElement>) => {
      const by = STEPS[e.key]
      const to = by && e.altKey ? u.files[u.files.findIndex((f) => f.id === a.id) + by] : undefined
      if (!to) return
      e.preventDefault()
      const at = e.target as HTMLElement
      void u.move(a.id, to.id)
      // the list is drawn anew before the next turn
      setTimeout(() => at.focus())
    },
  }
}
/** What the button of a file in a list that can be put in order says of it. */
export function useHint(p: ListProps): (a: Attachment) => { title: string; 'aria-keyshortcuts'?: string } {
  const { say } = useSay()
  if (!maySort(p)) return (a) => ({ title: a.name })
  return (a) => ({ title: `${a.name}\n${say(words.move)}`, 'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight' })
}

const save = (a: Attachment) => void download(`${ATTACH_ENDPOINT}/download`, { id: a.id }, a.name).catch(() => undefined)
interface ActsProps extends ListProps {
  a: Attachment
  /** with an eye, where neither name nor picture opens the file */
  view?: boolean
  /** with a pencil */
  onRename?(): void
}
/** View, save, rename, remove: as the reader may. */
export function Acts({ u, a, readOnly, onShow, view = false, onRename }: ActsProps) {
  return (
    <>
      {view && <UploadAct icon={<EyeOutlined />} name={phrases.view} of={a.name} onClick={() => onShow(a)} />}
      <UploadAct icon={<DownloadOutlined />} name={words.download} of={a.name} onClick={() => save(a)} />
      {!readOnly && u.mayRename && onRename && <UploadAct icon={<EditOutlined />} name={words.rename} of={a.name} onClick={onRename} />}
      {!readOnly && u.mayErase && <UploadAct danger icon={<DeleteOutlined />} name={phrases.remove} of={a.name} onClick={() => void u.erase(a)} />}
    </>
  )
}

/** The name of a file being changed: kept with Enter or the tick, given up with Escape or the cross. */
export function NameInput({ u, a, onEnd }: { u: Uploads; a: Attachment; onEnd(): void }) {
  const { say } = useSay()
  const [typed, setTyped] = useState(stemOf(a.name))
  const keep = async () => {
    if (typed.trim() === stemOf(a.name) || (typed.trim() && (await u.rename(a, typed.trim())))) onEnd()
  }
  return (
    <Flex gap={4} flex={1}>
      <Input
        size="small"
        autoFocus
        maxLength={NAME_MAX}
        value={typed}
        status={typed.trim() ? '' : 'error'}
        aria-label={say(words.name)}
        onChange={(e) => setTyped(e.target.value)}
        onPressEnter={(e) => {
          e.preventDefault()
          if (!isComposing(e)) void keep()
        }}
        onKeyDown={(e) => {
          if (e.key === 'Escape') onEnd()
        }}
      />
      <UploadAct icon={<CheckOutlined />} name={phrases.save} of={a.name} onClick={() => void keep()} />
      <UploadAct icon={<CloseOutlined />} name={phrases.cancel} of={a.name} onClick={onEnd} />
    </Flex>
  )
}

/** What is said of a file on its way beside its name. */
function saidOf(s: Sending): Text {
  const named: Partial<Record<Sending['phase'], Text>> = { hash: words.hashing, wait: words.waiting, merge: words.merging }
  const size = sizeText(s.size)
  return s.paused ? words.paused : (named[s.phase] ?? { zh: size, en: size })
}
/** Files on their way with their progress; those in chunks can be paused, resumed and given up. */
export function OnTheWay({ u }: { u: Uploads }) {
  const { say } = useSay()
  return (
    <ul className="uploader-way" aria-live="polite">
      {u.sending.map((s) => (
        <li key={s.uid}>
          <span className="uploader-name" title={s.name}>
            {`${s.name} · ${say(saidOf(s))}`}
          </span>
          <Progress
            percent={s.percent}
            size="small"
            status={s.paused || s.phase === 'wait' ? 'normal' : 'active'}
            {...(s.paused || s.phase === 'wait' ? { strokeColor: 'var(--ant-color-warning)' } : {})}
            format={(n) => `${n}%`}
            aria-label={s.name}
          />
          {s.gate && (s.phase === 'send' || s.phase === 'wait') && (
            <UploadAct
              icon={s.paused ? <CaretRightOutlined /> : <PauseOutlined />}
              name={s.paused ? words.resume : words.pause}
              of={s.name}
              onClick={() => u.hold(s)}
            />
          )}
          {s.gate && s.phase !== 'merge' && <UploadAct danger icon={<CloseOutlined />} name={phrases.cancel} of={s.name} onClick={() => u.cancel(s)} />}
        </li>
      ))}
    </ul>
  )
}
