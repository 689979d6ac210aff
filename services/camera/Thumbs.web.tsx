import { Checkbox, Empty, Tag } from 'antd'
import { useEffect, useRef, type DragEvent, type KeyboardEvent } from 'react'
import { useSay } from '../../kit/web/words.web.ts'
import { movedPhotos, stepped, type ShownPhoto } from './photos.ts'
import { pictureLabel, selectLabel, words } from './words.ts'

const MARK = 'text/photo'
const STEPS: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

interface ThumbsProps {
  photos: readonly ShownPhoto[]
  chosen: ReadonlySet<string>
  /** the one that is looked at */
  looked?: string | undefined
  mayOrder: boolean
  mayChoose: boolean
  onChoose(key: string, on: boolean): void
  onLook(key: string): void
  onOrder(list: readonly ShownPhoto[]): void
}
/** Pictures in their order; dragged, or moved with Alt and an arrow key. */
export function Thumbs({ photos, chosen, looked, mayOrder, mayChoose, onChoose, onLook, onOrder }: ThumbsProps) {
  const { say } = useSay()
  const list = useRef<HTMLUListElement>(null)
  const stepping = useRef<string>(undefined)
  // the button that was moved keeps the focus, so that it can be moved on
  useEffect(() => {
    if (!stepping.current) return
    list.current?.querySelector<HTMLElement>(`[data-key="${stepping.current}"]`)?.focus()
    stepping.current = undefined
  }, [photos])
  const dragging = (s: ShownPhoto) => ({
    draggable: true,
    onDragStart: (e: DragEvent) => e.dataTransfer.setData(MARK, s.key),
    onDragOver: (e: DragEvent) => {
      if (e.dataTransfer.types.includes(MARK)) e.preventDefault()
    },
    onDrop: (e: DragEvent) => {
      const key = e.dataTransfer.getData(MARK)
      if (!key) return
      e.preventDefault()
      onOrder(movedPhotos(photos, key, s.key))
    },
  })
  const keyed = (s: ShownPhoto) => (e: KeyboardEvent) => {
    const by = STEPS[e.key]
    if (!by || !e.altKey) return
    e.preventDefault()
    stepping.current = s.key
    onOrder(stepped(photos, s.key, by))
  }
  if (photos.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.empty)} />
  return (
    <ul className="camera-thumbs" ref={list}>
      {photos.map((s, i) => (
        <li key={s.key} className={s.key === looked ? 'camera-looked' : ''} {...(mayOrder ? dragging(s) : {})}>
          <button
            type="button"
            data-key={s.key}
            title={s.name}
            aria-label={say(pictureLabel(i + 1, s.name))}
            {...(mayOrder ? { 'aria-keyshortcuts': 'Alt+ArrowLeft Alt+ArrowRight', onKeyDown: keyed(s) } : {})}
            onClick={() => onLook(s.key)}
          >
            {s.url && <img src={s.url} alt="" draggable={false} />}
          </button>
          <span className="camera-number">{i + 1}</span>
          {mayChoose && (
            <Checkbox checked={chosen.has(s.key)} aria-label={say(selectLabel(i + 1, s.name))} onChange={(e) => onChoose(s.key, e.target.checked)} />
          )}
          {s.file && <Tag color="warning">{say(words.draft)}</Tag>}
          <span className="camera-name">{s.name}</span>
        </li>
      ))}
    </ul>
  )
}
