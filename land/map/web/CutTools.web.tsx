import { Button, InputNumber, Segmented, Select, Space } from 'antd'
import { useState, type ReactNode } from 'react'
import { MOST_PARTS, type CutWay } from '../../geometry/cuts.ts'
import type { Point } from '../../geometry/shape.ts'
import type { Translate } from './words.ts'

const SQUARE_METRES = 2000 / 3
/** Sides from which a piece is cut off, in radians from the west against the clock. */
const SIDES = { west: 0, south: Math.PI / 2, east: Math.PI, north: -Math.PI / 2 } as const

interface CutToolsProps {
  /** the chosen corner, if any */
  corner: Point | undefined
  t: Translate
  onCut(way: CutWay): void
}
/** Cuts without a line: a wanted area from a side, parts of one area each, or a corner. */
export function CutTools({ corner, t, onCut }: CutToolsProps): ReactNode {
  const [kind, setKind] = useState<CutWay['kind']>('area')
  const [side, setSide] = useState<keyof typeof SIDES>('west')
  const [mu, setMu] = useState<number | null>(null)
  const [parts, setParts] = useState<number | null>(2)
  const wayOf = (): CutWay | undefined => {
    if (kind === 'parts') return parts === null ? undefined : { kind, parts, angle: SIDES[side] }
    if (mu === null) return undefined
    const m2 = mu * SQUARE_METRES
    if (kind === 'area') return { kind, m2, angle: SIDES[side] }
    return corner && { kind, corner, m2 }
  }
  const way = wayOf()
  return (
    <Space wrap size="small" role="group" aria-label={t('cut-way')}>
      <Segmented
        size="small"
        value={kind}
        onChange={setKind}
        options={(['area', 'parts', 'corner'] as const).map((value) => ({ value, label: t(`cut-kind-${value}`) }))}
      />
      {kind === 'parts' ? (
        <InputNumber size="small" aria-label={t('cut-count')} min={2} max={MOST_PARTS} precision={0} value={parts} onChange={setParts} />
      ) : (
        <InputNumber size="small" aria-label={t('cut-mu')} placeholder={t('cut-mu')} min={0} precision={4} value={mu} onChange={setMu} />
      )}
      {kind !== 'corner' && (
        <Select
          size="small"
          aria-label={t('cut-from')}
          value={side}
          onChange={setSide}
          options={(['west', 'south', 'east', 'north'] as const).map((value) => ({ value, label: t(value) }))}
        />
      )}
      <Button size="small" type="primary" disabled={!way} onClick={() => way && onCut(way)}>
        {t('cut-do')}
      </Button>
      {kind === 'corner' && !corner && <span>{t('corner-hint')}</span>}
    </Space>
  )
}
