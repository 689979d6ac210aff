// Cover, index and note of a volume as letters. Pure. Source: documents.md 13.
import type { Letter } from '../../land/paper/documents/letter.ts'
import { dayText } from '../../land/paper/rows.ts'
import type { FileDetail, FileGroup } from './archive.ts'
import { volumeEnd } from './order.ts'

export const VOLUME_PARTS = ['cover', 'index', 'note'] as const
export type VolumeSheet = (typeof VOLUME_PARTS)[number]
/** What the words of dictionaries are that a volume names by key. */
export interface VolumeWords {
  retention: string
  level: string
  /** who keeps it: name of the county's archive */
  fonds: string
}
const text = (x: string | number | null | undefined): string => (x === null || x === undefined ? '' : String(x))

/** 卷宗封面. */
const cover = (v: FileGroup, list: readonly FileDetail[], w: VolumeWords): Letter => {
  const days = list.flatMap((d) => d.docDate ?? []).toSorted()
  return {
    title: '卷 宗 封 面',
    blocks: [
      {
        kind: 'facts',
        rows: [
          ['全宗名称', w.fonds],
          ['档号', text(v.archiveNo)],
          ['案卷题名', text(v.title)],
          ['年度', text(v.year)],
          ['起止日期', days.length ? `${dayText(days[0]!)}至${dayText(days.at(-1)!)}` : ''],
          ['保管期限', w.retention],
          ['件数', text(list.length)],
          ['页数', text(volumeEnd(list).pages)],
          ['密级', w.level],
          ['归档日期', v.archivedTime ? dayText(String(v.archivedTime)) : ''],
        ],
      },
    ],
  }
}
/** 卷内目录. */
const index = (v: FileGroup, list: readonly FileDetail[]): Letter => ({
  title: '卷 内 目 录',
  number: text(v.archiveNo),
  blocks: [
    {
      kind: 'table',
      columns: [
        ['序号', 1],
        ['责任者', 3],
        ['文号', 4],
        ['题名', 6],
        ['日期', 2],
        ['页号', 2],
        ['备注', 2],
      ],
      rows: list.map((d, i) => [
        String(i + 1),
        text(d.author),
        text(d.docNo),
        text(d.title),
        text(d.docDate),
        `${text(d.pageFrom)}-${text(d.pageTo)}`,
        text(d.note),
      ]),
    },
  ],
})
/** 备考表. */
const note = (v: FileGroup, list: readonly FileDetail[]): Letter => ({
  title: '备 考 表',
  number: text(v.archiveNo),
  blocks: [
    { kind: 'text', text: `本卷共有文件${list.length}件，${volumeEnd(list).pages}页。` },
    { kind: 'text', text: `情况说明：${text(v.note) || '无'}` },
    { kind: 'signs', labels: ['立卷人', '检查人', '立卷日期', '检查日期'] },
  ],
})
/** @returns the papers that go around a volume, those that are asked for */
export function volumeLetters(v: FileGroup, list: readonly FileDetail[], w: VolumeWords, parts: readonly VolumeSheet[]): Letter[] {
  const make: Record<VolumeSheet, () => Letter> = { cover: () => cover(v, list, w), index: () => index(v, list), note: () => note(v, list) }
  return parts.map((p) => make[p]())
}
