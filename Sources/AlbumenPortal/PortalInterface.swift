/// The description of the objects for programs that inspect the bus.
enum PortalInterface {
    static let empty = "<node/>"

    static let description = """
        <node>
          <interface name="org.freedesktop.impl.portal.FileChooser">
        \(["OpenFile", "SaveFile", "SaveFiles"].map(method).joined(separator: "\n"))
          </interface>
        </node>
        """

    private static func method(_ name: String) -> String {
        """
            <method name="\(name)">
              <arg type="o" name="handle" direction="in"/>
              <arg type="s" name="app_id" direction="in"/>
              <arg type="s" name="parent_window" direction="in"/>
              <arg type="s" name="title" direction="in"/>
              <arg type="a{sv}" name="options" direction="in"/>
              <arg type="u" name="response" direction="out"/>
              <arg type="a{sv}" name="results" direction="out"/>
            </method>
        """
    }
}
