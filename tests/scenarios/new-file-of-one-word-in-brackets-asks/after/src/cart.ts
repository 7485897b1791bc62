<content>
