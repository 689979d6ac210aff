import { AimOutlined } from '@ant-design/icons'
import { Alert, Button, Empty, Flex } from 'antd'
import { useEffect, useMemo, useState } from 'react'
import { useSay } from '../../../kit/web/words.web.ts'
import { YB } from '../../../land/definitions/extension.ts'
import { Sketch, type Sketched } from '../../../land/map/Sketch.web.tsx'
import type { Safe } from '../../../platform/offline/safe.web.ts'
import { useAct } from '../../../platform/parts/act.web.ts'
import { boxAround, groundMeets, boxOfShapes } from './ground.ts'
import type { DegreeBox } from '../../../services/gis/requests.ts'
import { groundUnder, type DrawnTile } from './ground.web.ts'
import type { PhoneSurveys } from './kept-survey.web.ts'
import { wktOf } from './taken.ts'
import { fieldWords as words } from './words.ts'

type OfPhone = PhoneSurveys['households'][number]
/** Whether a household of the phone was surveyed to its end, or is not to be surveyed any more. */
export const isAsked = (state: string): boolean => state !== YB.none && state !== YB.survey

/** Where the phone is. */
export const hereNow = (): Promise<GeolocationPosition> =>
  new Promise((done, fail) => navigator.geolocation.getCurrentPosition(done, fail, { enableHighAccuracy: true, timeout: 15_000, maximumAge: 30_000 }))
/** Half a side of the mark of where the phone is, in degrees: some three metres. */
const MARK = 0.00003
function markAt({ coords: { longitude: x, latitude: y } }: GeolocationPosition, label: string): Sketched {
  const corners = [[-1, -1], [1, -1], [1, 1], [-1, 1], [-1, -1]].map(([a, b]) => `${x + a! * MARK} ${y + b! * MARK}`) // prettier-ignore
  return { key: 'here', wkt: `POLYGON((${corners.join(',')}))`, kind: 'drawn', label: [label] }
}
/** The button that shows where the phone is on a sketch, and the mark. */
function useHere() {
  const { say } = useSay()
  const [mark, setMark] = useState<Sketched>()
  const { busy, fault, run } = useAct()
  const show = () =>
    run(async () => {
      const at = await hereNow().catch(() => {
        throw new Error(say(words.noPlace))
      })
      setMark(markAt(at, say(words.myPlace)))
    })
  const button = (
    <>
      <Button icon={<AimOutlined />} loading={busy} onClick={() => void show()}>
        {say(words.myPlace)}
      </Button>
      {fault && <Alert type="warning" showIcon title={fault} />}
    </>
  )
  return { mark, button }
}
/** The tiles of a group under a box, once they are decrypted; `here`: how many lie here, while they come. */
function useGround(safe: Safe, fbfbm: string, box: DegreeBox | undefined, here = 0): readonly DrawnTile[] {
  const [tiles, setTiles] = useState<readonly DrawnTile[]>([])
  useEffect(() => {
    let isLeft = false
    if (box) void groundUnder(safe, fbfbm, box).then((found) => !isLeft && setTiles(found))
    return () => void (isLeft = true)
  }, [safe, fbfbm, box?.join(), here])
  return tiles
}
const outlines = (h: OfPhone, of: Pick<Sketched, 'kind'>, label: (p: OfPhone['parcels'][number]) => readonly string[]): Sketched[] =>
  h.parcels.flatMap((p): Sketched[] => {
    const wkt = wktOf(p.shape)
    return wkt ? [{ key: p.dkbm, wkt, ...of, label: label(p) }] : []
  })
/** Around the land of a household, in degrees: some two hundred metres, in which its neighbours and the ground are drawn. */
const NEAR = 0.002

/** The contracted parcels of a household as they lie among their neighbours, on the picture that was taken along, and their areas. */
export function HouseholdLand({ safe, of: h, around }: { safe: Safe; of: OfPhone; around: readonly OfPhone[] }) {
  const { say } = useSay()
  const [chosen, setChosen] = useState<string>()
  const { mark, button } = useHere()
  const box = useMemo(() => ((b?: DegreeBox) => b && boxAround(b, NEAR))(boxOfShapes(h.parcels.map((p) => p.shape))), [h])
  const ground = useGround(safe, h.fbfbm, box)
  const drawn = useMemo(() => {
    if (!box) return []
    const isNear = (shape: string | null) => ((b?: DegreeBox) => !!b && groundMeets(b, box))(boxOfShapes([shape]))
    const others = around.filter((o) => o.cbfbm !== h.cbfbm && o.fbfbm === h.fbfbm)
    const near = others.map((o) => ({ ...o, parcels: o.parcels.filter((p) => isNear(p.shape)) }))
    return [
      ...outlines(h, { kind: 'own' }, (p) => [p.dkbm.slice(-5), p.htmjm ?? '']),
      ...near.flatMap((o) => outlines(o, { kind: 'near' }, (p) => [o.cbfmc, p.dkbm.slice(-5)])),
    ]
  }, [h, around, box])
  const neighbour = around.find((o) => o.cbfbm !== h.cbfbm && o.parcels.some((p) => p.dkbm === chosen))
  return (
    <Flex vertical gap="small">
      <Sketch of={mark ? [...drawn, mark] : drawn} ground={ground} height={280} name={say(words.land)} chosen={chosen} onChoose={setChosen} />
      <Flex gap="small" align="center" wrap>
        {button}
        {neighbour && (
          <span>
            {neighbour.cbfmc} <small>{chosen}</small>
          </span>
        )}
      </Flex>
      <ul className="field-list">
        {h.parcels.map((p) => (
          <li key={p.dkbm}>
            <b>{p.dkmc || p.dkbm.slice(-5)}</b> <small>{p.dkbm}</small> {p.htmjm} / {p.scmjm}
          </li>
        ))}
      </ul>
    </Flex>
  )
}

/** All land of the groups that were taken along: a parcel leads to its household. */
export function GroupMap({ safe, kept, onOpen }: { safe: Safe; kept: PhoneSurveys; onOpen(cbfbm: string): void }) {
  const { say } = useSay()
  return (
    <section className="public-card">
      <small>{say(words.mapLegend)}</small>
      {kept.groups.map((g) => (
        <section key={g.fbfbm} aria-label={g.fbfmc}>
          <b>{g.fbfmc}</b>
          <OneGroup
            safe={safe}
            fbfbm={g.fbfbm}
            tiles={g.ground?.tiles.length ?? 0}
            households={kept.households.filter((h) => h.fbfbm === g.fbfbm)}
            onOpen={onOpen}
          />
        </section>
      ))}
    </section>
  )
}
interface OneGroupProps {
  safe: Safe
  fbfbm: string
  tiles: number
  households: readonly OfPhone[]
  onOpen(cbfbm: string): void
}
function OneGroup({ safe, fbfbm, tiles, households, onOpen }: OneGroupProps) {
  const { say } = useSay()
  const [chosen, setChosen] = useState<string>()
  const { mark, button } = useHere()
  const box = useMemo(() => boxOfShapes(households.flatMap((h) => h.parcels.map((p) => p.shape))), [households])
  const ground = useGround(safe, fbfbm, box, tiles)
  const drawn = useMemo(() => households.flatMap((h) => outlines(h, { kind: isAsked(h.ybStatus) ? 'near' : 'own' }, () => [h.cbfmc])), [households])
  const of = households.find((h) => h.parcels.some((p) => p.dkbm === chosen))
  if (drawn.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(words.mapNone)} />
  return (
    <Flex vertical gap="small">
      <Sketch of={mark ? [...drawn, mark] : drawn} ground={ground} height={420} name={say(words.map)} chosen={chosen} onChoose={setChosen} />
      <Flex gap="small" align="center" wrap>
        {button}
        {of && (
          <>
            <b>{of.cbfmc}</b> <small>{chosen}</small>
            <Button type="primary" onClick={() => onOpen(of.cbfbm)}>
              {say(words.openIt)}
            </Button>
          </>
        )}
      </Flex>
    </Flex>
  )
}
