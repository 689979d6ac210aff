import { cutParcel, type CutWay } from '../../geometry/cuts.ts'
import { deleteVertex, insertVertex, moveVertex, withChanges } from '../../geometry/edit.ts'
import { mergeParcels } from '../../geometry/merge.ts'
import { equalPoints, normalShape, type Parcel, type Point, type Shape } from '../../geometry/shape.ts'
import { splitParcel } from '../../geometry/split.ts'

/** What the editor holds: the edited parcel is the one with `id` (missing while nothing is drawn), the others are its neighbours. */
export type EditorState = { id: string; start: Parcel[]; parcels: Parcel[]; past: Parcel[][]; future: Parcel[][]; selected?: Point; refusal?: string }
export type EditorAction =
  | { type: 'draw'; shape: Shape }
  | { type: 'move'; from: Point; to: Point }
  | { type: 'insert-move'; at: Point; to: Point }
  | { type: 'delete'; point: Point }
  | { type: 'split'; line: Point[] }
  | { type: 'cut'; way: CutWay }
  | { type: 'merge'; id: string }
  | { type: 'select'; point?: Point }
  | { type: 'refuse'; code: string }
  | { type: 'undo' }
  | { type: 'redo' }
export type OtherChange = { id: string; kind: 'changed' | 'added' | 'removed'; shape?: Shape }

/** The editor at its beginning. `shape` is undefined for a parcel that is to be drawn. */
export function startEditor(id: string, shape: Shape | undefined, neighbours: readonly Parcel[]): EditorState {
  const parcels = [...(shape ? [{ id, shape }] : []), ...neighbours.filter((parcel) => parcel.id !== id)]
  return { id, start: parcels, parcels, past: [], future: [] }
}

/** The edited parcel's shape, if it has one. */
export function editedShape(state: EditorState): Shape | undefined {
  return state.parcels.find((parcel) => parcel.id === state.id)?.shape
}

/** The parcels around the edited one. */
export function neighboursOf(state: EditorState): Parcel[] {
  return state.parcels.filter((parcel) => parcel.id !== state.id)
}

function put(state: EditorState, shape: Shape, changes: readonly Parcel[], gone?: string): Parcel[] {
  return [{ id: state.id, shape }, ...withChanges(neighboursOf(state), changes).filter((parcel) => parcel.id !== gone)]
}

/** A drawn outline: neighbours get its points that lie on their edges. */
function drawn(state: EditorState, given: Shape): Parcel[] {
  const shape = normalShape(given)
  const around = neighboursOf(state)
  const next = shape.flat().reduce<Parcel[]>((parcels, point) => withChanges(parcels, insertVertex(parcels, point)), around)
  // and the drawn outline gets the neighbours' points that lie on it
  const [own] = around
    .flatMap((parcel) => parcel.shape.flat())
    .reduce<Parcel[]>((parcels, point) => withChanges(parcels, insertVertex(parcels, point)), [{ id: state.id, shape }])
  return [own!, ...next]
}

/** A point moved onto an edge becomes a point of that edge's parcel too. */
function landedAt(parcels: Parcel[], point: Point): Parcel[] {
  return withChanges(parcels, insertVertex(parcels, point))
}

/** Names for new pieces that no parcel has: the edited id with a running number. */
function freshIds(state: EditorState, count: number): string[] {
  const taken = new Set([...state.start, ...state.parcels].map((parcel) => parcel.id))
  const ids: string[] = []
  for (let n = 1; ids.length < count; n++) if (!taken.has(`${state.id}+${n}`)) ids.push(`${state.id}+${n}`)
  return ids
}

function apply(state: EditorState, action: EditorAction): Parcel[] {
  const own = editedShape(state)
  if (action.type === 'draw') return drawn(state, action.shape)
  if (!own) return state.parcels
  if (action.type === 'move') return landedAt(withChanges(state.parcels, moveVertex(state.parcels, action.from, action.to)), action.to)
  if (action.type === 'delete') return withChanges(state.parcels, deleteVertex(state.parcels, action.point))
  if (action.type === 'insert-move') {
    const added = withChanges(state.parcels, insertVertex(state.parcels, action.at))
    return equalPoints(action.at, action.to) ? added : landedAt(withChanges(added, moveVertex(added, action.at, action.to)), action.to)
  }
  if (action.type === 'split' || action.type === 'cut') {
    const around = neighboursOf(state)
    const { pieces, touched } = action.type === 'split' ? splitParcel(own, action.line, around) : cutParcel(own, action.way, around)
    const ids = freshIds(state, pieces.length - 1)
    return [...put(state, pieces[0]!, touched), ...pieces.slice(1).map((shape, i) => ({ id: ids[i]!, shape }))]
  }
  if (action.type === 'merge') {
    const other = neighboursOf(state).find((parcel) => parcel.id === action.id)
    if (!other) return state.parcels
    const { shape, touched } = mergeParcels(
      [own, other.shape],
      neighboursOf(state).filter((parcel) => parcel !== other),
    )
    return put(state, shape, touched, other.id)
  }
  return state.parcels
}

function changeState(state: EditorState, action: EditorAction): EditorState {
  try {
    const parcels = apply(state, action)
    if (parcels === state.parcels) return state
    return { ...state, parcels, past: [...state.past, state.parcels], future: [], selected: undefined, refusal: undefined }
  } catch (error) {
    const { code } = error as { code?: string }
    if (!code) throw error
    return { ...state, refusal: code, selected: undefined }
  }
}

/** The next state. A refused action leaves the parcels as they are and puts the refusal's code into `refusal`. */
export function editorReducer(state: EditorState, action: EditorAction): EditorState {
  if (action.type === 'select') return { ...state, selected: action.point, refusal: undefined }
  if (action.type === 'refuse') return { ...state, refusal: action.code }
  if (action.type === 'undo') {
    const before = state.past.at(-1)
    return before
      ? { ...state, parcels: before, past: state.past.slice(0, -1), future: [state.parcels, ...state.future], selected: undefined, refusal: undefined }
      : state
  }
  if (action.type === 'redo') {
    const [after, ...future] = state.future
    return after ? { ...state, parcels: after, past: [...state.past, state.parcels], future, selected: undefined, refusal: undefined } : state
  }
  return changeState(state, action)
}

/** The other parcels that differ from the beginning: changed, added by a split, or removed by a merge. */
export function otherChanges(state: EditorState): OtherChange[] {
  const before = new Map(state.start.map((parcel) => [parcel.id, parcel.shape]))
  const now = new Set(state.parcels.map((parcel) => parcel.id))
  const same = (a: Shape, b: Shape) => JSON.stringify(a) === JSON.stringify(b)
  const kept = neighboursOf(state).flatMap(({ id, shape }): OtherChange[] => {
    const old = before.get(id)
    if (!old) return [{ id, kind: 'added', shape }]
    return same(old, shape) ? [] : [{ id, kind: 'changed', shape }]
  })
  return [...kept, ...state.start.filter((parcel) => parcel.id !== state.id && !now.has(parcel.id)).map(({ id }): OtherChange => ({ id, kind: 'removed' }))]
}
