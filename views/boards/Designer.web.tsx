import { CloseOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Button, Drawer, Flex, Select } from 'antd'
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { Page } from '../../kit/model/page.ts'
import { useAsk } from '../../kit/web/ask.web.ts'
import type { AnyRow } from '../../kit/web/calls.web.ts'
import { api } from '../../kit/web/client.web.ts'
import { useToast } from '../../kit/web/dialogs.web.tsx'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { useOneCall } from '../../kit/web/one-call.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { Muted } from '../home/Figure.web.tsx'
import {
  board,
  BOARD_SETS,
  GRID,
  indicatorsOfSet,
  keptPanels,
  PANEL_SHAPES,
  panelLabel,
  splitsOfSet,
  type BoardPanel,
  type BoardSet,
  type PanelShape,
} from './board.ts'
import { freePlace, without, withPlaced, type PanelPlace } from './layout.ts'
import { boardWords as words, panelPlace, versionName } from './words.ts'
import './boards.css'

/** Pixels from one row of the grid to the next, as boards.css has it. */
const ROW = 84
/** Size of a new panel by how it is drawn, in columns and rows. */
const SIZES: Readonly<Record<PanelShape, readonly [number, number]>> = { number: [3, 2], ranking: [3, 4], bars: [6, 4], map: [6, 5], split: [6, 4] }
const STEPS: Readonly<Record<string, readonly [number, number]>> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }
type OnPanels = (panels: readonly BoardPanel[]) => void

/** Chooses an indicator and how it is drawn, and puts it on the first free place. */
function NewPanel({ panels, onChange }: { panels: readonly BoardPanel[]; onChange: OnPanels }) {
  const { say } = useSay()
  const toast = useToast()
  const [set, setSet] = useState<BoardSet>('home')
  const [shape, setShape] = useState<PanelShape>('number')
  const [key, setKey] = useState<string>()
  const keys =
    shape === 'split'
      ? splitsOfSet(set).map((s) => ({ value: s.key, label: say(s.label) }))
      : indicatorsOfSet(set).map(([value, i]) => ({ value, label: say(i.label) }))
  const chosen = keys.some((k) => k.value === key) ? key : undefined
  const add = () => {
    const [w, h] = SIZES[shape]
    const place = freePlace(panels, w, h)
    if (!place || panels.length >= GRID.panels) return toast.warn(words.full)
    if (chosen) onChange([...panels, { set, key: chosen, shape, w, h, ...place }])
  }
  const options = <K extends string>(of: Readonly<Record<K, { zh: string; en: string }>>) =>
    (Object.keys(of) as K[]).map((value) => ({ value, label: say(of[value]) }))
  return (
    <Flex gap="small" wrap>
      <Select aria-label={say(words.set)} className="board-choice" value={set} onChange={setSet} options={options(BOARD_SETS)} />
      <Select aria-label={say(words.shape)} className="board-choice" value={shape} onChange={setShape} options={options(PANEL_SHAPES)} />
      <Select
        aria-label={say(words.indicator)}
        placeholder={say(words.indicator)}
        className="board-choice"
        showSearch={{ optionFilterProp: 'label' }}
        value={chosen}
        onChange={setKey}
        options={keys}
      />
      <Button onClick={add} disabled={!chosen}>
        {say(words.addPanel)}
      </Button>
    </Flex>
  )
}

/** The panels on their grid, moved and sized by keys or by pointer. */
function DesignGrid({ panels, onChange }: { panels: readonly BoardPanel[]; onChange: OnPanels }) {
  const { say } = useSay()
  const box = useRef<HTMLDivElement>(null)
  const drag = useRef<{ at: number; from: PanelPlace; x: number; y: number; sizes: boolean }>(undefined)
  const onKey = (at: number) => (e: KeyboardEvent) => {
    if (e.target !== e.currentTarget) return
    if (e.key === 'Delete') return onChange(without(panels, at))
    const step = STEPS[e.key]
    if (!step) return
    e.preventDefault()
    const [dx, dy] = step
    const p = panels[at]!
    onChange(withPlaced(panels, at, e.shiftKey ? { ...p, w: p.w + dx, h: p.h + dy } : { ...p, x: p.x + dx, y: dy > 0 ? below(panels, at) : p.y + dy }))
  }
  const begin = (at: number, sizes: boolean) => (e: PointerEvent) => {
    e.currentTarget.setPointerCapture(e.pointerId)
    drag.current = { at, from: panels[at]!, x: e.clientX, y: e.clientY, sizes }
  }
  const move = (e: PointerEvent) => {
    const d = drag.current
    if (!d) return
    const column = box.current!.clientWidth / GRID.columns
    const [dx, dy] = [Math.round((e.clientX - d.x) / column), Math.round((e.clientY - d.y) / ROW)]
    const { from } = d
    onChange(withPlaced(panels, d.at, d.sizes ? { ...from, w: from.w + dx, h: from.h + dy } : { ...from, x: from.x + dx, y: from.y + dy }))
  }
  const end = () => (drag.current = undefined)
  const dragged = (at: number, sizes: boolean) => ({ onPointerDown: begin(at, sizes), onPointerMove: move, onPointerUp: end, onPointerCancel: end })
  return (
    <div ref={box} className="board-grid board-design" role="list" aria-label={say(words.grid)}>
      {panels.map((p, at) => {
        const name = say(panelLabel(p) ?? words.unknown)
        return (
          <div
            key={at}
            role="listitem"
            tabIndex={0}
            className="board-panel"
            aria-label={say(panelPlace(name, p))}
            style={{ gridArea: `${p.y + 1} / ${p.x + 1} / span ${p.h} / span ${p.w}` }}
            onKeyDown={onKey(at)}
          >
            <h3 {...dragged(at, false)}>{name}</h3>
            <Muted>{`${say(BOARD_SETS[p.set])} · ${say(PANEL_SHAPES[p.shape])}`}</Muted>
            <Button
              size="small"
              type="text"
              icon={<CloseOutlined />}
              aria-label={`${say(words.remove)} ${name}`}
              className="board-remove"
              onClick={() => onChange(without(panels, at))}
            />
            <i className="board-corner" title={say(words.resize)} {...dragged(at, true)} />
          </div>
        )
      })}
    </div>
  )
}
/** One row further down there may be nothing to lie on: the panel goes below the next one that stands in its columns. */
function below(panels: readonly BoardPanel[], at: number): number {
  const p = panels[at]!
  const next = panels.filter((o, i) => i !== at && o.y >= p.y + p.h && o.x < p.x + p.w && p.x < o.x + o.w).toSorted((a, b) => a.y - b.y)[0]
  return next ? next.y + next.h : p.y + 1
}

/** Lays a board out: panels are added, moved, sized, removed; what is saved is a version, and earlier ones can be put back. */
export function Designer({ of: row, onClose }: { of: AnyRow; onClose(): void }) {
  const { say } = useSay()
  const ask = useAsk()
  const { busy, run } = useOneCall()
  const [version, setVersion] = useState(Number(row.version ?? 0))
  const [panels, setPanels] = useState<readonly BoardPanel[]>(() => keptPanels(row.panels))
  const [isChanged, setChanged] = useState(false)
  const [earlier, setEarlier] = useState<number>()
  const versionsKey = queryKeyOf('board', 'versions', row.id)
  const { data } = useQuery({
    queryKey: versionsKey,
    queryFn: () =>
      api.get<Page<{ version: number; day: string; panels: unknown }>>(
        'data/board-version/page',
        { boardId: row.id, size: 50, descs: 'version' },
        { quiet: true },
      ),
  })
  const touches = [versionsKey, queryKeyOf(board), queryKeyOf('board')]
  const change = (next: readonly BoardPanel[]) => {
    setPanels(next)
    setChanged(true)
  }
  const save = async () => {
    const done = await api.post<{ version: number }>('data/board/place', { id: row.id, version, panels })
    setVersion(done.version)
    setChanged(false)
  }
  const restore = async () => {
    const done = await api.post<{ version: number }>('data/board/restore', { id: row.id, version: earlier })
    setVersion(done.version)
    setPanels(keptPanels(data?.records.find((v) => v.version === earlier)?.panels))
    setChanged(false)
  }
  const close = async () => {
    if (!isChanged || (await ask(words.lost))) onClose()
  }
  return (
    <Drawer
      open
      size="100%"
      title={`${say(words.design)} · ${String(row.name)}`}
      onClose={() => void close()}
      extra={
        <Button type="primary" loading={busy} disabled={!isChanged} onClick={() => void run(save, { done: words.saved, touches })}>
          {say(words.save)}
        </Button>
      }
    >
      <Flex vertical gap="middle">
        <Flex gap="small" wrap justify="space-between">
          <NewPanel panels={panels} onChange={change} />
          <Flex gap="small" wrap>
            <Select
              aria-label={say(words.versions)}
              placeholder={say(words.versions)}
              className="board-choice"
              value={earlier}
              onChange={setEarlier}
              options={(data?.records ?? []).map((v) => ({ value: v.version, label: say(versionName(v.version, v.day)) }))}
            />
            <Button disabled={!earlier} loading={busy} onClick={() => void run(restore, { done: words.restored, touches })}>
              {say(words.restore)}
            </Button>
          </Flex>
        </Flex>
        <Muted>{say(words.keys)}</Muted>
        <DesignGrid panels={panels} onChange={change} />
      </Flex>
    </Drawer>
  )
}
