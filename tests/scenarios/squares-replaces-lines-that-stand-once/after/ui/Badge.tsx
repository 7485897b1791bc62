export function Badge({ text }: { text: string }) {
  return (
    <span className="badge" role="status">
      {text.trim()}
    </span>
  );
}
