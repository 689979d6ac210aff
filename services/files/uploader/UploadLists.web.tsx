import { Button, Flex } from 'antd'
import { useState, type ReactNode } from 'react'
import { minuteText } from '../../../kit/web/clock.web.ts'
import { Table } from '../../../kit/web/Table.web.tsx'
import { phrases } from '../../../kit/web/phrases.ts'
import { useSay } from '../../../kit/web/words.web.ts'
import { extensionOf } from '../names.ts'
import type { Attachment } from './send.web.ts'
import { isPicture, sizeText, words } from './upload-rules.ts'
import { Acts, NameInput, Sign, sorting, useHint, type ListProps } from './UploadActs.web.tsx'
import { useLinks } from './uploads.web.ts'

/** Addresses of the pictures among the files, by id. */
const usePictures = (p: ListProps, on = true) => useLinks(on ? p.u.files.filter((a) => isPicture(a.name)).map((a) => a.id) : [])

/** The name of a file; a click shows the file. */
function Name({ a, hint, onShow }: { a: Attachment; hint: object; onShow(a: Attachment): void }) {
  return (
    <Button type="link" size="small" className="uploader-name" {...hint} onClick={() => onShow(a)}>
      {a.name}
    </Button>
  )
}
const sizeOf = (a: Attachment) => sizeText(Number(a.attachSize ?? 0))

/** One line a file with its name, which is edited in place; `pictures` have a small picture before it. */
export function UploadLines({ pictures, ...p }: ListProps & { pictures: boolean }) {
  const links = usePictures(p, pictures)
  const hint = useHint(p)
  const [editing, setEditing] = useState<string>()
  return (
    <ul className="uploader-lines">
      {p.u.files.map((a) => (
        <li key={a.id} {...(editing === a.id ? {} : sorting(p, a))}>
          {pictures &&
            (links.get(a.id) ? (
              <img className="uploader-small" src={links.get(a.id)} alt="" draggable={false} />
            ) : (
              <Sign name={a.name} className="uploader-small" />
            ))}
          {editing === a.id ? (
            <NameInput u={p.u} a={a} onEnd={() => setEditing(undefined)} />
          ) : (
            <>
              <Name a={a} hint={hint(a)} onShow={p.onShow} />
              <span className="uploader-size">{sizeOf(a)}</span>
              <Acts {...p} a={a} onRename={() => setEditing(a.id)} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** The custom list: a box for each file with what is known of it, its name edited in place. Source: platform.md 2 (rename, delete, progress). */
export function Boxes(p: ListProps) {
  const hint = useHint(p)
  const [editing, setEditing] = useState<string>()
  return (
    <ul className="uploader-boxes">
      {p.u.files.map((a) => (
        <li key={a.id} {...(editing === a.id ? {} : sorting(p, a))}>
          <Sign name={a.name} className="uploader-sign" />
          {editing === a.id ? (
            <NameInput u={p.u} a={a} onEnd={() => setEditing(undefined)} />
          ) : (
            <>
              <Flex vertical flex={1} align="start" style={{ minWidth: 0 }}>
                <Name a={a} hint={hint(a)} onShow={p.onShow} />
                <span className="uploader-size">{[sizeOf(a), a.createUserName, minuteText(a.createTime)].filter(Boolean).join(' · ')}</span>
              </Flex>
              <Acts {...p} a={a} onRename={() => setEditing(a.id)} />
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Cards with a picture (or a sign) each, and the card that adds. */
export function UploadCards({ small, adder, ...p }: ListProps & { small: boolean; adder: ReactNode }) {
  const links = usePictures(p)
  const hint = useHint(p)
  return (
    <ul className={small ? 'uploader-cards uploader-cards-small' : 'uploader-cards'}>
      {p.u.files.map((a) => (
        <li key={a.id} {...sorting(p, a)}>
          <button type="button" className="uploader-card" {...hint(a)} aria-label={a.name} onClick={() => p.onShow(a)}>
            {links.get(a.id) ? <img src={links.get(a.id)} alt={a.name} draggable={false} /> : <Sign name={a.name} />}
          </button>
          {!small && <span className="uploader-name">{a.name}</span>}
          <span className="uploader-acts">
            <Acts {...p} a={a} />
          </span>
        </li>
      ))}
      {adder && <li className="uploader-adder">{adder}</li>}
    </ul>
  )
}

/** Pictures in their own width, one below the other; what is no picture stands there by its name. */
export function UploadPictures(p: ListProps) {
  const links = usePictures(p)
  const hint = useHint(p)
  return (
    <ul className="uploader-pictures">
      {p.u.files.map((a) => (
        <li key={a.id} {...sorting(p, a)}>
          {links.get(a.id) && <img src={links.get(a.id)} alt={a.name} draggable={false} />}
          <Flex align="center" gap={4}>
            <Name a={a} hint={hint(a)} onShow={p.onShow} />
            <Acts {...p} a={a} />
          </Flex>
        </li>
      ))}
    </ul>
  )
}

/** A table; the button stands in its head, a read-only one has no removal. Source: platform.md 2; screens.md A28. */
export function UploadGrid({ adder, loading, ...p }: ListProps & { adder: ReactNode; loading: boolean }) {
  const { say } = useSay()
  const [editing, setEditing] = useState<string>()
  return (
    <Table<Attachment>
      size="small"
      pagination={false}
      rowKey="id"
      loading={loading}
      scroll={{ x: 860 }}
      dataSource={[...p.u.files]}
      locale={{ emptyText: say(words.none) }}
      columns={[
        {
          key: 'name',
          title: say(words.name),
          ellipsis: true,
          render: (_v, a) => (editing === a.id ? <NameInput u={p.u} a={a} onEnd={() => setEditing(undefined)} /> : <span title={a.name}>{a.name}</span>),
        },
        { key: 'type', title: say(words.type), width: 80, render: (_v, a) => extensionOf(a.name) },
        { key: 'size', title: say(words.size), width: 100, align: 'right', render: (_v, a) => sizeOf(a) },
        { key: 'uploader', title: say(words.uploader), width: 110, ellipsis: true, dataIndex: 'createUserName' },
        { key: 'time', title: say(words.time), width: 150, render: (_v, a) => minuteText(a.createTime) },
        {
          key: 'do',
          title: (
            <Flex justify="space-between" align="center" gap={8}>
              {say(phrases.actions)} {adder}
            </Flex>
          ),
          width: 200,
          fixed: 'right',
          render: (_v, a) => <Acts {...p} a={a} view onRename={() => setEditing(a.id)} />,
        },
      ]}
    />
  )
}
