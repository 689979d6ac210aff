import type { FC } from 'react'

const of = (name: 'TemplatePage' | 'ColumnPage') => async () => ({ default: (await import('./ExpimpPages.web.tsx'))[name] as FC })

/** Screens of sheet templates by menu path. */
export const pages = { '/system/exp-tpl': of('TemplatePage'), '/system/exp-column': of('ColumnPage') }
