import 'ol/ol.css'
import { DeleteOutlined, RedoOutlined, UndoOutlined } from '@ant-design/icons'
import { Alert, Button, Input, Segmented, Space, Tabs, theme, Tooltip } from 'antd'
import { useCallback, useEffect, useMemo, useReducer, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { m2, toMu } from '../../definitions/area.ts'
import { areaText } from '../../geometry/area.ts'
import { shapeFromWkt, shapeToWkt } from '../../geometry/crs.ts'
import { fourNeighbours, type FourNeighbours } from '../../geometry/neighbours.ts'
import { zoneOfWkt } from '../../geometry/outline.ts'
import { overlapsOf } from '../../geometry/overlap.ts'
import type { Shape } from '../../geometry/shape.ts'
import { checkShape } from '../../geometry/validity.ts'
import { useKeyPlace, type KeyAct } from '../../../platform/list/keys/keyed.web.ts'
import { fitState, makeEditorMap, showState, startMode, type EditorMap, type EditorMode } from './editor-map.web.ts'
import { editedShape, editorReducer, neighboursOf, otherChanges, startEditor, type EditorAction, type EditorState } from './editor-state.ts'
import { CutTools } from './CutTools.web.tsx'
import { baseLayer, type BaseMap } from './grid.web.ts'
import { isDarkMap } from './ParcelMap.web.tsx'
import { mapWords, translator, type Translate, type MapWords } from './words.ts'

/** What the editor reports after each change; all WKT in EPSG:4326 with 9 decimals, areas as decimal text. */
export type EditorValue = {
  wkt: string | undefined
  scmj: string | undefined
  scmjm: string | undefined
  neighbours: FourNeighbours | undefined
  /** codes of errors that forbid saving: of the shape itself, or `overlap` */
  errors: string[]
  others: { id: string; kind: 'changed' | 'added' | 'removed'; wkt?: string }[]
}
export type ParcelEditorProps = {
  /** dkbm of the edited parcel, or any name for a new one */
  id: string
  /** WKT of the edited parcel when the editor opens; without it the parcel is drawn */
  value?: string
  neighbours: readonly { id: string; wkt: string; name?: string }[]
  /** 3-degree zone; from the first coordinate when missing */
  zone?: number
  onChange?: (value: EditorValue) => void
  base?: BaseMap
  lang?: 'zh' | 'en'
  words?: Translate | MapWords
  height: number | string
}

function zoneFor(props: ParcelEditorProps): number {
  const wkt = props.value ?? props.neighbours[0]?.wkt
  return props.zone ?? (wkt ? zoneOfWkt(wkt) : 35)
}

function open(props: ParcelEditorProps, zone: number): EditorState {
  return startEditor(
    props.id,
    props.value ? shapeFromWkt(props.value, zone) : undefined,
    props.neighbours.map((n) => ({ id: n.id, shape: shapeFromWkt(n.wkt, zone) })),
  )
}

/** Everything shown beside the map, from the state. */
function report(state: EditorState, zone: number): EditorValue & { warnings: string[] } {
  const shape: Shape | undefined = editedShape(state)
  const others = otherChanges(state).map((o) => ({ id: o.id, kind: o.kind, ...(o.shape ? { wkt: shapeToWkt(o.shape, zone) } : {}) }))
  if (!shape) return { wkt: undefined, scmj: undefined, scmjm: undefined, neighbours: undefined, errors: [], warnings: [], others }
  const issues = checkShape(shape)
  const codes = (level: string) => [...new Set(issues.filter((issue) => issue.level === level).map((issue) => issue.code))]
  const errors = codes('error')
  const scmj = m2(areaText(shape))
  const valid = errors.length === 0
  if (valid && overlapsOf(shape, neighboursOf(state)).length > 0) errors.push('overlap')
  return {
    wkt: shapeToWkt(shape, zone),
    scmj,
    scmjm: toMu(scmj),
    neighbours: valid ? fourNeighbours(shape, neighboursOf(state)) : undefined,
    errors,
    warnings: codes('warning'),
    others,
  }
}

/** Edits the outline of one parcel among its neighbours; see README for the keys. `value` is read when `id` changes. */
export function ParcelEditor(props: ParcelEditorProps): ReactNode {
  return <Editor key={props.id} {...props} />
}

/** The keys of the editor: one step back or forward, what is being drawn given up, the chosen point removed. */
function useEditorKeys(act: (action: EditorAction) => void, abort: () => void, removePoint: () => unknown): (event: KeyboardEvent) => void {
  const undo: KeyAct = { keys: ['z'], shown: 'Ctrl + Z', what: mapWords.undo!, run: (e) => act({ type: e.shiftKey ? 'redo' : 'undo' }) }
  const redo: KeyAct = { keys: ['y'], shown: 'Ctrl + Y', what: mapWords.redo!, run: () => act({ type: 'redo' }) }
  const giveUp: KeyAct = { keys: ['escape'], shown: 'Esc', what: mapWords['drawing-anew']!, run: abort }
  const deletePoint: KeyAct = { keys: ['delete', 'backspace'], shown: 'Del', what: mapWords['delete-point']!, run: removePoint }
  useKeyPlace(true, mapWords.map!, [undo, redo, giveUp, deletePoint])
  return (event) => {
    // a number that is typed beside the map has these keys for itself
    if (event.target instanceof HTMLTextAreaElement || event.target instanceof HTMLInputElement) return
    const heard = event.ctrlKey || event.metaKey ? [undo, redo] : [giveUp, deletePoint]
    const found = heard.find((a) => a.keys.includes(event.key.toLowerCase()))
    if (!found) return
    found.run(event.nativeEvent)
    event.preventDefault()
  }
}

function Editor(props: ParcelEditorProps): ReactNode {
  const { base, height } = props
  const t = useMemo(() => translator(props.words, props.lang), [props.words, props.lang])
  const { token } = theme.useToken()
  const [zone] = useState(() => zoneFor(props))
  const [state, dispatch] = useReducer(editorReducer, undefined, () => open(props, zone))
  const [mode, setMode] = useState<EditorMode>(props.value ? 'modify' : 'draw')
  const [view, setView] = useState<EditorMap>()
  const target = useRef<HTMLDivElement>(null)
  const abort = useRef(() => {})
  const latest = useRef({ state, props })
  latest.current = { state, props }
  const dark = isDarkMap(token.colorBgBase)
  const result = useMemo(() => report(state, zone), [state.parcels, zone])

  useEffect(() => {
    const made = makeEditorMap(target.current!, zone)
    showState(made, latest.current.state, false)
    fitState(made, latest.current.state)
    setView(made)
    return () => made.map.setTarget(undefined)
  }, [zone])
  useEffect(() => void (view && showState(view, state, dark)), [view, state, dark])
  useEffect(() => {
    if (!view || !base) return
    const layer = baseLayer(base)
    view.map.getLayers().insertAt(0, layer)
    return () => void view.map.removeLayer(layer)
  }, [view, base])
  useEffect(() => {
    if (!view) return
    const tools = startMode(
      view,
      mode,
      () => latest.current.state,
      dispatch,
      () => setMode('modify'),
    )
    abort.current = tools.abort
    return tools.off
  }, [view, mode])
  useEffect(() => {
    if (state.past.length === 0 && state.future.length === 0) return
    const { warnings: _, ...value } = result
    latest.current.props.onChange?.(value)
  }, [result])

  const act = useCallback((action: EditorAction) => dispatch(action), [])
  const removePoint = () => state.selected && act({ type: 'delete', point: state.selected })
  const onKey = useEditorKeys(act, () => abort.current(), removePoint)
  const nameOf = (id?: string) => (id === undefined ? '—' : (props.neighbours.find((n) => n.id === id)?.name ?? id))
  /** The area of a new piece, as it is now. */
  const areaOf = (id: string) => {
    const shape = props.neighbours.some((n) => n.id === id) ? undefined : state.parcels.find((p) => p.id === id)?.shape
    return shape ? ` ${toMu(m2(areaText(shape)))} ${t('mu')}` : ''
  }
  const button = (key: string, icon: ReactNode, act: () => void, disabled: boolean) => (
    <Tooltip title={t(key)}>
      <Button icon={icon} aria-label={t(key)} disabled={disabled} onClick={act} />
    </Tooltip>
  )

  const picture = (
    <div onKeyDown={onKey}>
      <Space wrap style={{ marginBottom: 8 }}>
        <Segmented<EditorMode>
          value={mode}
          onChange={setMode}
          options={(['modify', 'draw', 'split', 'merge'] as const).map((value) => ({
            value,
            label: t(value),
            disabled: value !== 'draw' && !editedShape(state),
          }))}
        />
        {button('undo', <UndoOutlined />, () => act({ type: 'undo' }), state.past.length === 0)}
        {button('redo', <RedoOutlined />, () => act({ type: 'redo' }), state.future.length === 0)}
        {button('delete-point', <DeleteOutlined />, removePoint, !state.selected)}
      </Space>
      <div style={{ color: token.colorTextSecondary, fontSize: 12, marginBottom: 4 }}>{t(`${mode}-hint`)}</div>
      {mode === 'split' && <CutTools corner={state.selected} t={t} onCut={(way) => act({ type: 'cut', way })} />}
      <div
        ref={target}
        role="application"
        aria-label={t('map')}
        tabIndex={0}
        onPointerDown={(event) => event.currentTarget.focus()}
        style={{ height, background: token.colorBgLayout, border: `1px solid ${token.colorBorder}` }}
      />
    </div>
  )

  return (
    <div style={{ fontFamily: token.fontFamily, color: token.colorText }}>
      <Tabs
        destroyOnHidden={false}
        items={[
          { key: 'picture', label: t('picture'), children: picture, forceRender: true },
          { key: 'wkt', label: t('wkt'), children: <WktTab wkt={result.wkt ?? ''} zone={zone} t={t} apply={act} /> },
        ]}
      />
      <Space orientation="vertical" style={{ width: '100%', marginTop: 8 }}>
        {state.refusal && <Alert type="error" showIcon title={t(state.refusal)} />}
        <Status result={result} t={t} />
        {result.wkt && (
          <div aria-live="polite">
            <b>{t('area')}</b> {result.scmj} {t('m2')} = {result.scmjm} {t('mu')}
            {(['east', 'south', 'west', 'north'] as const).map((side) => (
              <span key={side} style={{ marginLeft: 16 }}>
                <b>{t(side)}</b> {nameOf(result.neighbours?.[side])}
              </span>
            ))}
          </div>
        )}
        {result.others.length > 0 && (
          <div>
            {t('others-changed')}: {result.others.map((o) => `${nameOf(o.id)} (${t(o.kind)}${areaOf(o.id)})`).join(', ')}
          </div>
        )}
      </Space>
    </div>
  )
}

function Status({ result, t }: { result: ReturnType<typeof report>; t: Translate }): ReactNode {
  if (!result.wkt) return <Alert type="info" showIcon title={t('empty')} />
  const lines = [...result.errors, ...result.warnings]
  return (
    <Alert
      showIcon
      type={result.errors.length > 0 ? 'error' : result.warnings.length > 0 ? 'warning' : 'success'}
      title={lines.length > 0 ? lines.map(t).join('；') : t('valid')}
    />
  )
}

function WktTab({ wkt, zone, t, apply }: { wkt: string; zone: number; t: Translate; apply: (action: EditorAction) => void }): ReactNode {
  const [text, setText] = useState(wkt)
  useEffect(() => setText(wkt), [wkt])
  const use = () => {
    try {
      apply({ type: 'draw', shape: shapeFromWkt(text, zone) })
    } catch (error) {
      apply({ type: 'refuse', code: (error as { code?: string }).code ?? 'wkt-invalid' })
    }
  }
  return (
    <Space orientation="vertical" style={{ width: '100%' }}>
      <Input.TextArea aria-label={t('wkt')} rows={8} value={text} onChange={(event) => setText(event.target.value)} style={{ fontFamily: 'monospace' }} />
      <Button onClick={use} disabled={text === wkt}>
        {t('wkt-apply')}
      </Button>
    </Space>
  )
}
