/** `type is security, priority is high or critical` */
export function describeConditions(conditions: Record<string, string[]>): string {
  return Object.entries(conditions)
    .map(([column, values]) => `${column} is ${values.join(" or ")}`)
    .join(", ");
}
