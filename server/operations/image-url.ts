/** Returns the path of an uploaded image. */
export function imageUrl(id: string | null): string | null {
  return id && `/api/images/${id}`
}
