import {
  CheckOutlined,
  CloseOutlined,
  DeleteOutlined,
  DownloadOutlined,
  EditOutlined,
  EyeOutlined,
  FileOutlined,
  PauseOutlined,
  CaretRightOutlined,
} from '@ant-design/icons'
import { Button, Flex, Input, Progress, Tooltip } from 'antd'
import { useState, type DragEvent, type ReactNode } from 'react'
import type { Text } from '../../kit/model/lang.ts'
import { Table } from '../../kit/web/Table.web.tsx'
import { download } from '../../kit/web/download.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { stemOf } from './names.ts'
import { AT, type Attachment } from './send.web.ts'
import { isPicture, sizeText, words } from './upload-rules.ts'
import { useLinks, type Uploads } from './uploads.web.ts'

interface ListProps {
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
function Act({ icon, name, of, danger = false, onClick }: ActProps) {
  const { say } = useSay()
  return (
    <Tooltip title={say(name)}>
      <Button type="text" size="small" danger={danger} icon={icon} aria-label={`${say(name)} ${of}`} onClick={onClick} />
    </Tooltip>
  )
}
const canShow = (a: Attachment) => isPicture(a.name) || /\.pdf$/i.test(a.name)
const save = (a: Attachment) => void download(`${AT}/download`, { id: a.id }, a.name).catch(() => undefined)

/** Dragging a file onto another puts it there. */
const dragging = (u: Uploads, a: Attachment) => ({
  draggable: true,
  onDragStart: (e: DragEvent) => e.dataTransfer.setData('text/attach', a.id),
  onDragOver: (e: DragEvent) => {
    if (e.dataTransfer.types.includes('text/attach')) e.preventDefault()
  },
  onDrop: (e: DragEvent) => {
    const id = e.dataTransfer.getData('text/attach')
    if (!id) return
    e.preventDefault()
    void u.move(id, a.id)
  },
})

/** View, save, remove: as the reader may. */
function Acts({ u, a, readOnly, onShow, view = true }: ListProps & { a: Attachment; view?: boolean }) {
  return (
    <>
      {view && canShow(a) && <Act icon={<EyeOutlined />} name={phrases.view} of={a.name} onClick={() => onShow(a)} />}
      <Act icon={<DownloadOutlined />} name={words.download} of={a.name} onClick={() => save(a)} />
      {!readOnly && u.mayErase && <Act danger icon={<DeleteOutlined />} name={phrases.remove} of={a.name} onClick={() => void u.erase(a)} />}
    </>
  )
}

/** One line a file with its name, which is edited in place; `pictures` have a small picture before it. */
export function Lines({ pictures, ...p }: ListProps & { pictures: boolean }) {
  const { u } = p
  const links = useLinks(pictures ? u.files.filter((a) => isPicture(a.name)).map((a) => a.id) : [])
  return (
    <ul className="uploader-lines">
      {u.files.map((a) => (
        <li key={a.id} {...(p.readOnly ? {} : dragging(u, a))}>
          {pictures && (links.get(a.id) ? <img className="uploader-small" src={links.get(a.id)} alt="" /> : <FileOutlined className="uploader-small" />)}
          <Line {...p} a={a} />
        </li>
      ))}
    </ul>
  )
}
function Line({ a, ...p }: ListProps & { a: Attachment }) {
  const { say } = useSay()
  const [typed, setTyped] = useState<string>()
  if (typed !== undefined) {
    const keep = async () => {
      if (typed.trim() && (await p.u.rename(a, typed.trim()))) setTyped(undefined)
    }
    return (
      <Flex gap={4} flex={1}>
        <Input
          size="small"
          autoFocus
          maxLength={64}
          value={typed}
          aria-label={say(words.name)}
          onChange={(e) => setTyped(e.target.value)}
          onPressEnter={(e) => {
            e.preventDefault()
            void keep()
          }}
        />
        <Act icon={<CheckOutlined />} name={phrases.save} of={a.name} onClick={() => void keep()} />
        <Act icon={<CloseOutlined />} name={phrases.cancel} of={a.name} onClick={() => setTyped(undefined)} />
      </Flex>
    )
  }
  return (
    <>
      <Button type="link" size="small" className="uploader-name" title={a.name} onClick={() => (canShow(a) ? p.onShow(a) : save(a))}>
        {a.name}
      </Button>
      <span className="uploader-size">{sizeText(Number(a.attachSize ?? 0))}</span>
      {!p.readOnly && p.u.mayRename && <Act icon={<EditOutlined />} name={words.rename} of={a.name} onClick={() => setTyped(stemOf(a.name))} />}
      <Acts {...p} a={a} view={false} />
    </>
  )
}

/** Cards with a picture (or a sign) each, and the card that adds. */
export function Cards({ small, adder, ...p }: ListProps & { small: boolean; adder: ReactNode }) {
  const { u } = p
  const links = useLinks(u.files.filter((a) => isPicture(a.name)).map((a) => a.id))
  return (
    <ul className={small ? 'uploader-cards uploader-cards-small' : 'uploader-cards'}>
      {u.files.map((a) => (
        <li key={a.id} {...(p.readOnly ? {} : dragging(u, a))}>
          <button type="button" className="uploader-card" title={a.name} aria-label={a.name} onClick={() => (canShow(a) ? p.onShow(a) : save(a))}>
            {links.get(a.id) ? <img src={links.get(a.id)} alt={a.name} /> : <FileOutlined />}
          </button>
          {!small && <span className="uploader-name">{a.name}</span>}
          <span className="uploader-acts">
            <Acts {...p} a={a} view={false} />
          </span>
        </li>
      ))}
      {adder && <li className="uploader-adder">{adder}</li>}
    </ul>
  )
}

/** Pictures in their own width, one below the other. */
export function Pictures(p: ListProps) {
  const pictures = p.u.files.filter((a) => isPicture(a.name))
  const links = useLinks(pictures.map((a) => a.id))
  return (
    <ul className="uploader-pictures">
      {pictures.map((a) => (
        <li key={a.id}>
          {links.get(a.id) && <img src={links.get(a.id)} alt={a.name} />}
          <span className="uploader-acts">
            <Acts {...p} a={a} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** A table; the button stands in its head, a read-only one has no removal. Source: platform.md 2. */
export function Grid({ adder, loading, ...p }: ListProps & { adder: ReactNode; loading: boolean }) {
  const { say } = useSay()
  return (
    <Table<Attachment>
      size="small"
      pagination={false}
      rowKey="id"
      loading={loading}
      dataSource={[...p.u.files]}
      locale={{ emptyText: say(words.none) }}
      columns={[
        { key: 'name', title: say(words.name), ellipsis: true, render: (_v, a) => a.name },
        { key: 'size', title: say(words.size), width: 110, align: 'right', render: (_v, a) => sizeText(Number(a.attachSize ?? 0)) },
        {
          key: 'do',
          title: (
            <Flex justify="space-between" align="center">
              {say(phrases.actions)} {adder}
            </Flex>
          ),
          width: 190,
          render: (_v, a) => <Acts {...p} a={a} />,
        },
      ]}
    />
  )
}

/** Files on their way with their progress; those in pieces can be paused, resumed and given up. */
export function OnTheWay({ u }: { u: Uploads }) {
  const { say } = useSay()
  return (
    <ul className="uploader-way" aria-live="polite">
      {u.sending.map((s) => (
        <li key={s.uid}>
          <span className="uploader-name" title={s.name}>
            {`${s.name} · ${s.paused ? say(words.paused) : s.phase === 'hash' ? say(words.hashing) : sizeText(s.size)}`}
          </span>
          <Progress
            percent={s.percent}
            size="small"
            status={s.paused ? 'normal' : 'active'}
            {...(s.paused ? { strokeColor: 'var(--ant-color-warning, #faad14)' } : {})}
            format={(n) => `${n}%`}
            aria-label={s.name}
          />
          {s.gate && s.phase === 'send' && (
            <Act
              icon={s.paused ? <CaretRightOutlined /> : <PauseOutlined />}
              name={s.paused ? words.resume : words.pause}
              of={s.name}
              onClick={() => u.hold(s)}
            />
          )}
          {s.gate && <Act danger icon={<CloseOutlined />} name={phrases.cancel} of={s.name} onClick={() => u.cancel(s)} />}
        </li>
      ))}
    </ul>
  )
}
