/**
 * How many of a chunk's characters the model reads. The API counts tokens, not their characters;
 * tokens are taken as evenly long, so the number is near, not exact. Null if all of it fits.
 */
export function countSeenCharacters(
  length: number,
  tokens: { token_count: number; truncated_tokens: number },
): number | null {
  const { token_count, truncated_tokens } = tokens;
  if (truncated_tokens <= 0 || token_count <= 0) return null;
  return Math.round(length * Math.max(0, 1 - truncated_tokens / token_count));
}
