import { DeleteOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Card, Empty, Flex, Input, List, Popconfirm, Switch, Tag, Typography } from 'antd'
import { useState } from 'react'
import { both as w, type Text } from '../../kit/model/lang.ts'
import { MAX_PAGE_PROGRAM, type Page } from '../../kit/model/page.ts'
import { api } from '../../kit/web/client.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { phrases } from '../../kit/web/phrases.ts'
import { useSession } from '../../kit/web/session.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import type { MARK_KINDS, MarkBody } from './mark.ts'
import type { DrawnShape } from './layers/search-shape.ts'

type MarkKind = (typeof MARK_KINDS)[number]
/** A mark as the list tells it (mark.server.ts). */
interface ListedMark {
  id: string
  rev: number
  kind: MarkKind
  title: string
  words: string
  body: MarkBody
  isShared: number
  mayEdit: number
  userName: string
}
const words = {
  keep: w('新建', 'Keep'),
  title: w('名称', 'Name'),
  text: w('标注内容', 'Text of the note'),
  share: w('与本辖区共享', 'Share with my region'),
  unshare: w('取消共享', 'Stop sharing'),
  shared: w('共享', 'Shared'),
  point: w('标注点', 'Note at a place'),
  line: w('标注线', 'Note on a line'),
  area: w('标注面', 'Note on an area'),
  view: w('保存当前视图', 'Keep this view'),
  set: w('保存图层方案', 'Keep the layers'),
  hint: w('先填写名称', 'Give it a name first'),
}
const KINDS: Readonly<Record<MarkKind, Text>> = { note: w('标注', 'Notes'), bookmark: w('书签', 'Bookmarks'), layers: w('图层方案', 'Sets of layers') }
const MARKS = queryKeyOf('map', 'marks')
/** The marks that the person sees. */
export const useMarks = (isWanted: boolean) =>
  useQuery({
    queryKey: MARKS,
    enabled: isWanted,
    retry: false,
    queryFn: async () => (await api.get<Page<ListedMark>>('map/mark/page', { current: 1, size: MAX_PAGE_PROGRAM }, { quiet: true })).records,
  })

interface MarksPanelProps {
  marks: ReturnType<typeof useMarks>
  drawing: DrawnShape['type'] | undefined
  onDraw(kind: DrawnShape['type'], then: (shape: DrawnShape) => void): void
  /** the view of the map with what it shows, and the layers with how each is, as texts of an address */
  view(): MarkBody | undefined
  layers(): string
  onOpen(mark: Pick<ListedMark, 'kind' | 'body'>): void
}
interface MarkRowProps {
  mark: ListedMark
  busy: boolean
  onOpen(mark: ListedMark): void
  onShare(): void
  onDrop(): void
}
function MarkRow({ mark: m, busy, onOpen, onShare, onDrop }: MarkRowProps) {
  const { say } = useSay()
  const acts = [
    <Button key="share" size="small" type="link" disabled={busy} onClick={onShare}>
      {say(m.isShared === 1 ? words.unshare : words.shared)}
    </Button>,
    <Popconfirm key="remove" title={say(phrases.confirmRemove)} onConfirm={onDrop}>
      <Button size="small" type="text" icon={<DeleteOutlined />} aria-label={`${say(phrases.remove)} ${m.title}`} />
    </Popconfirm>,
  ]
  const name = (
    <Button type="link" size="small" onClick={() => onOpen(m)}>
      {m.title}
    </Button>
  )
  const about = (
    <>
      {m.isShared === 1 && <Tag>{`${say(words.shared)} ${m.userName ?? ''}`}</Tag>}
      {m.words}
    </>
  )
  return (
    <List.Item actions={m.mayEdit === 1 ? acts : []}>
      <List.Item.Meta title={name} description={about} />
    </List.Item>
  )
}
/** Notes that a person draws, views that he comes back to and sets of layers, kept on the server for him and shared by choice. Source: screens.md G1. */
export function MarksPanel({ marks, drawing, onDraw, view, layers, onOpen }: MarksPanelProps) {
  const { say } = useSay()
  const { can } = useSession()
  const { busy, run } = useOneCall()
  const mayKeep = can('dk_edit') || can('business_commit')
  const [title, setTitle] = useState('')
  const [text, setText] = useState('')
  const [isShared, setShared] = useState(false)
  const write = (mark: object, done: Text) => run(() => api.post('map/mark/submit', mark), { done, touches: [MARKS] })
  const keep = async (kind: MarkKind, body: MarkBody | undefined) => {
    if (!body) return
    const isKept = await write({ kind, title: title.trim(), words: kind === 'note' ? text.trim() : '', body, isShared: Number(isShared) }, phrases.added)
    if (isKept) {
      setTitle('')
      setText('')
    }
  }
  const isNamed = title.trim() !== ''
  const note = (kind: DrawnShape['type'], label: Text) => (
    <Button
      size="small"
      disabled={!isNamed || busy}
      type={drawing === kind ? 'primary' : 'default'}
      onClick={() => onDraw(kind, (shape) => void keep('note', { shape }))}
    >
      {say(label)}
    </Button>
  )
  const share = (m: ListedMark) => write({ ...own(m), isShared: m.isShared === 1 ? 0 : 1 }, phrases.updated)
  const drop = (m: ListedMark) => run(() => api.post('map/mark/remove', undefined, { ids: m.id }), { done: phrases.removed, touches: [MARKS] })
  const groups = [...Map.groupBy(marks.data ?? [], (m) => m.kind)]
  return (
    <Flex vertical gap="small">
      {mayKeep && (
        <Card size="small" title={say(words.keep)}>
          <Flex vertical gap="small">
            <Input aria-label={say(words.title)} placeholder={say(words.title)} maxLength={50} value={title} onChange={(e) => setTitle(e.target.value)} />
            <Input.TextArea
              rows={2}
              aria-label={say(words.text)}
              placeholder={say(words.text)}
              maxLength={500}
              value={text}
              onChange={(e) => setText(e.target.value)}
            />
            <Flex gap="small" align="center">
              <Switch size="small" checked={isShared} aria-label={say(words.share)} onChange={setShared} />
              {say(words.share)}
            </Flex>
            <Flex gap="small" wrap>
              {note('Point', words.point)}
              {note('LineString', words.line)}
              {note('Polygon', words.area)}
              <Button size="small" disabled={!isNamed || busy} onClick={() => void keep('bookmark', view())}>
                {say(words.view)}
              </Button>
              <Button size="small" disabled={!isNamed || busy} onClick={() => void keep('layers', { layers: layers() })}>
                {say(words.set)}
              </Button>
            </Flex>
            {!isNamed && <Typography.Text type="secondary">{say(words.hint)}</Typography.Text>}
          </Flex>
        </Card>
      )}
      {groups.length === 0 && <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={marks.error?.message ?? say(phrases.empty)} />}
      {groups.map(([kind, list]) => (
        <List
          key={kind}
          size="small"
          header={say(KINDS[kind])}
          dataSource={list}
          renderItem={(m) => <MarkRow mark={m} busy={busy} onOpen={onOpen} onShare={() => void share(m)} onDrop={() => void drop(m)} />}
        />
      ))}
    </Flex>
  )
}
/** What of a mark a person may write. */
const own = ({ id, rev, kind, title, words: text, body }: ListedMark) => ({ id, rev, kind, title, words: text, body })
