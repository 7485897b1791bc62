export default function App() {
  return <main>Hello</main>;
}
