import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Opens a page of the menu by its path; what it shows first stands in its search. */
export type OpenPage = (to: string, search?: Readonly<Record<string, unknown>>) => void

/** Pages are made of the menu when the application starts, so the router has no types of their paths: the one place that says so. */
export function useOpenPage(): OpenPage {
  const navigate = useNavigate()
  return useCallback((to, search = {}) => void navigate({ to, search: search as never }), [navigate])
}
