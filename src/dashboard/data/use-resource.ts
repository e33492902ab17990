import { type ReadonlySignal, useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { onActivity } from './activity-store.js'
import type { ActivityEntry } from './types.js'
import { worldId } from './world.js'

export interface Resource<T> {
  data: T | undefined
  error: Error | undefined
  isLoading: boolean
}

const REFRESH_MS = 150

/**
 * Loads data, and again when `key` or the world changes and after activity for which `isAffected` holds. Data that was
 * loaded stays while newer data loads.
 */
export function useResource<T>(
  key: string,
  load: () => Promise<T>,
  isAffected: (entry: ActivityEntry) => boolean = () => false,
): ReadonlySignal<Resource<T>> & { refresh(): void } {
  const resource = useSignal<Resource<T>>({ data: undefined, error: undefined, isLoading: true })
  const generation = useSignal(0)
  const world = worldId.value
  useEffect(() => {
    resource.value = { data: undefined, error: undefined, isLoading: true }
  }, [key, world])
  useEffect(() => {
    let isCurrent = true
    load().then(
      (data) => {
        if (isCurrent) resource.value = { data, error: undefined, isLoading: false }
      },
      (error: Error) => {
        if (isCurrent) resource.value = { data: resource.peek().data, error, isLoading: false }
      },
    )
    return () => {
      isCurrent = false
    }
  }, [key, world, generation.value])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = onActivity((added) => {
      if (timer !== undefined || !added.some(isAffected)) return
      timer = setTimeout(() => {
        timer = undefined
        generation.value++
      }, REFRESH_MS)
    })
    return () => {
      stop()
      clearTimeout(timer)
    }
  }, [key, world])
  return Object.assign(resource, { refresh: () => void generation.value++ })
}
