// Themes of the parcels: by what they are coloured, and which classes each has. The server's expression and the legend are of one table.
import { both, type Text } from '../../../kit/model/lang.ts'

/** A class of a theme: the key that a tile says of a parcel. */
export interface ThemeClass {
  key: string
  label: Text
  color: string
}
/** A theme: by a column whose keys a dictionary names, or by classes of its own. `columns`: those that it tells something of. */
export interface ParcelTheme {
  key: string
  label: Text
  columns: readonly string[]
  dict?: string
  /** colours of keys of the dictionary; those without one take theirs in order */
  colors?: Readonly<Record<string, string>>
  /** where the keys are not of the parcels: of what they are, by the code that a parcel has of it */
  of?: 'contract' | 'household'
  /** whose button one needs beside that of the map */
  perm?: string
  classes?: readonly ThemeClass[]
}
const byKeys = (key: string, label: Text, dict: string): ParcelTheme => ({ key, label, columns: [key], dict })
/** Colours of keys without one of their own, told apart by eyes of every kind. */
export const PALETTE = ['#1b7f5c', '#d18f00', '#3566c9', '#b8476b', '#6b4fb3', '#0f9bb3', '#8a6d3b', '#c2551c', '#5d7f1b', '#7d7d7d'] as const
export const NO_CLASS = '#b0b0b0'
export const PARCEL_THEMES: readonly ParcelTheme[] = [
  byKeys('djzt', both('登记状态', 'Registration'), 'djzt'),
  byKeys('dldj', both('地力等级', 'Soil grade'), 'dldj'),
  byKeys('tdyt', both('土地用途', 'Purpose'), 'tdyt'),
  byKeys('tdlylx', both('土地利用类型', 'Land use'), 'tdlylx'),
  byKeys('dklb', both('地块类别', 'Category'), 'dklb'),
  byKeys('sfjbnt', both('是否基本农田', 'Basic farmland'), 'yes_no'),
  {
    key: 'contracted',
    label: both('承包与否', 'Contracted or not'),
    columns: ['cbfbm'],
    classes: [
      { key: '1', label: both('已承包', 'Contracted'), color: '#1b7f5c' },
      { key: '0', label: both('未承包', 'Not contracted'), color: '#d18f00' },
    ],
  },
  {
    key: 'fragmentation',
    label: both('细碎化（地块大小）', 'Fragmentation (size)'),
    columns: ['scmjm'],
    classes: [
      { key: '0', label: both('不足0.5亩', 'Below 0.5 mu'), color: '#b8476b' },
      { key: '1', label: both('0.5～1亩', '0.5 to 1 mu'), color: '#d18f00' },
      { key: '2', label: both('1～3亩', '1 to 3 mu'), color: '#8fae3a' },
      { key: '3', label: both('3亩以上', '3 mu and more'), color: '#1b7f5c' },
    ],
  },
  {
    key: 'difference',
    label: both('合同面积与实测面积之差', 'Contract and measured area'),
    columns: ['qqmjm', 'scmjm'],
    classes: [
      { key: '0', label: both('相差不超过1%', 'Within 1 %'), color: '#1b7f5c' },
      { key: '1', label: both('相差1%～10%', '1 to 10 %'), color: '#d18f00' },
      { key: '2', label: both('相差超过10%', 'More than 10 %'), color: '#b8476b' },
    ],
  },
  {
    key: 'signing',
    label: both('签署状态', 'Signing'),
    columns: ['cbfbm'],
    of: 'contract',
    perm: 'cbht_view',
    dict: 'sign_status',
    colors: { 99: '#98a2b3', 0: '#b8a1d9', 1: '#2f80ed', 2: '#2e8b57', 3: '#d18f00', 4: '#d64545', 5: '#8a6d3b', 7: '#b8476b' },
  },
  {
    key: 'extension',
    label: both('二轮延包进度', 'Second-round extension'),
    columns: ['cbfbm'],
    of: 'household',
    perm: 'extension_household_view',
    dict: 'yb_status',
    colors: { 0: '#98a2b3', 1: '#0f9bb3', 2: '#6b4fb3', 3: '#2f80ed', 4: '#d18f00', 5: '#8fae3a', 6: '#2e8b57', 7: '#8a6d3b', 8: '#d64545' },
  },
]
export const parcelTheme = (key: string | undefined): ParcelTheme | undefined => PARCEL_THEMES.find((t) => t.key === key)
