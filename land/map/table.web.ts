import { useMemo, useState } from 'react'
import { useSession } from '../../kit/web/session.web.ts'
import type { LayerChoices } from './layers.web.ts'
import { useMarks } from './MarksPanel.web.tsx'
import type { DrawnShape } from './layers/search-shape.ts'
import { useMapSearch } from './search.web.ts'
import type { MapShape } from './web/drawing.web.ts'
import type { ParcelMapProps } from './web/ParcelMap.web.tsx'

const NOTE = '#7a3fb5'
/** What a person has on the map while it is open: what he draws, what he searches, his notes, a file that he opened, classes that he left out. */
export function useMapTable(layers: LayerChoices['layers'], theme: string | undefined, asOf: string | undefined) {
  const search = useMapSearch(layers, asOf)
  const marks = useMarks(useSession().can('dk_view'))
  const [drawing, setDrawing] = useState<{ of: 'search' | 'note'; kind: DrawnShape['type']; done: (shape: DrawnShape) => void }>()
  const [file, setFile] = useState<readonly MapShape[]>([])
  // classes are those of a theme: another theme begins with all of its own
  const [left, setLeft] = useState<{ theme: string | undefined; keys: ReadonlySet<string> }>({ theme, keys: new Set() })
  const hidden = useMemo(() => (left.theme === theme ? left.keys : new Set<string>()), [left, theme])
  const hide = (key: string, isHidden: boolean) => {
    const keys = new Set(hidden)
    if (isHidden) keys.add(key)
    else keys.delete(key)
    setLeft({ theme, keys })
  }
  /** begins a drawing; the same once more ends it */
  const draw = (of: 'search' | 'note', kind: DrawnShape['type'], done: (shape: DrawnShape) => void) =>
    setDrawing(drawing?.of === of && drawing.kind === kind ? undefined : { of, kind, done })
  const noted = useMemo(
    (): MapShape[] =>
      (marks.data ?? []).flatMap((m) =>
        m.kind === 'note' && m.body.shape ? [{ geometry: m.body.shape, name: m.title, color: NOTE, isFilled: m.body.shape.type === 'Polygon' }] : [],
      ),
    [marks.data],
  )
  const shapes = useMemo(() => [...file, ...noted, ...search.shapes], [file, noted, search.shapes])
  const only = search.isOnly ? search.codes : undefined
  const leftOut = useMemo(
    () => (hidden.size === 0 && !only ? undefined : (dkbm: string, code: string) => (theme !== undefined && hidden.has(code)) || (!!only && !only.has(dkbm))),
    [hidden, only, theme],
  )
  const drawn: Pick<ParcelMapProps, 'drawing' | 'shapes' | 'leftOut'> = {
    shapes,
    leftOut,
    drawing: drawing && {
      kind: drawing.kind,
      onDrawn: (shape) => {
        setDrawing(undefined)
        drawing.done(shape)
      },
    },
  }
  return { search, marks, drawing, draw, file, setFile, hidden, hide, drawn }
}
export type MapTable = ReturnType<typeof useMapTable>
