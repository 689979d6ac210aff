import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { api } from '../../kit/web/client.web.ts'
import { useSay } from '../../kit/web/words.web.ts'
import { queryKeyOf } from '../../kit/web/keys.web.ts'
import { Sketch, type Sketched } from '../map/Sketch.web.tsx'
import { recordPartWords as words } from './record-words.ts'

/** A parcel as the map tells it around a place. */
interface Around {
  dkbm: string
  dkmc: string
  cbfmc: string | null
  geom: string | null
}
type Of = { cbfbm: string } | { dkbm: string }
interface LandSketchProps {
  of: Of
  /** what is written on the own parcels, by code, under the end of the code */
  areas: ReadonlyMap<string, string>
  /** whether a parcel is what the sketch is about */
  isOwn(dkbm: string): boolean
  asOf?: string | undefined
  height: number
  chosen?: string | undefined
  margin?: number
  onChoose(dkbm: string): void
}
/** The land of a contractor, or one parcel, among what lies beside it: one call and no tiles, so that it stands with the record. */
export function LandSketch({ of, areas, isOwn, asOf, height, chosen, margin, onChoose }: LandSketchProps) {
  const { say } = useSay()
  const { data } = useQuery({
    queryKey: queryKeyOf('dk', 'around', of, asOf),
    retry: false,
    queryFn: () => api.get<Around[]>('map/dk/list', { ...of, ...(asOf ? { asOf } : {}) }, { quiet: true }),
  })
  const mu = say(words.mu)
  const drawn = useMemo(
    () =>
      (data ?? []).flatMap((p): Sketched[] => {
        if (!p.geom) return []
        const own = isOwn(p.dkbm)
        const area = areas.get(p.dkbm)
        const label = own ? [p.dkbm.slice(-5), ...(area ? [`${area} ${mu}`] : [])] : [p.dkbm, p.cbfmc || p.dkmc]
        return [{ key: p.dkbm, wkt: p.geom, kind: own ? 'own' : 'near', label }]
      }),
    [data, areas, mu],
  )
  return (
    <div style={{ minHeight: height }}>
      <Sketch of={drawn} height={height} name={say(words.land)} chosen={chosen} onChoose={onChoose} {...(margin === undefined ? {} : { margin })} />
    </div>
  )
}
